import type { FastifyReply } from 'fastify';
import type { ResponseHeader } from '../response-headers.decorator.js';

export const VARY_HEADER: ResponseHeader = {
  description: 'The request headers that the response depends on.',
  required: true,
  example: 'Accept-Encoding, apikey',
};

/** Adds a request header to the response's `Vary` header. */
export function varyBy(reply: FastifyReply, name: string): void {
  const names = String(reply.getHeader('vary') ?? '')
    .split(/,\s*/)
    .filter((other) => other !== '' && other !== name);
  reply.header('vary', [...names, name].join(', '));
}
