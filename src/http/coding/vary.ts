import type { FastifyReply } from 'fastify';

/** Adds a request header to those that the answer depends on. */
export function varyBy(reply: FastifyReply, name: string): void {
  const names = String(reply.getHeader('vary') ?? '')
    .split(/,\s*/)
    .filter((other) => other !== '' && other !== name);
  reply.header('vary', [...names, name].join(', '));
}
