import type { FastifyInstance, FastifyReply } from 'fastify';
import { FAST_PATH } from './fast-path.decorator.js';

/**
 * Makes fast routes that are registered later send their replies without being awaited. Otherwise Nest awaits the reply
 * that it passed to the handler, and Fastify awaits Nest. For a response that is held until its usage is recorded, the
 * stream listeners for that cost more than the response.
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
