import type { FastifyInstance, FastifyReply } from 'fastify';
import { FAST_PATH } from './fast-path.decorator.js';

/**
 * Nest awaits the reply that it gave a handler, and Fastify awaits Nest: for an answer that is held until its usage is
 * recorded, with listeners on its stream that cost more than the answer. Fast routes that are registered later send their
 * replies themselves, so that there is nothing to wait for.
 */
export function leaveRepliesUnawaited(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    if (!route.config?.isFast) return;
    const { handler } = route;
    route.handler = function (request, reply) {
      if (!FAST_PATH.leavesRepliesUnawaited) return handler.call(this, request, reply);
      makeUnawaitable(reply);
      const handled = handler.call(this, request, reply) as Promise<unknown> | undefined;
      handled?.catch((error: unknown) => reply.send(error));
    };
  });
}

function makeUnawaitable(reply: FastifyReply): void {
  (reply as { then?: unknown }).then = undefined;
}
