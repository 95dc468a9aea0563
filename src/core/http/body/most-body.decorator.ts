import { Readable } from 'node:stream';
import type { FastifyInstance, preParsingHookHandler } from 'fastify';
import { addRouteConfig } from '../route-config.js';

/** Limits of a body, where they are higher than on other routes. */
interface MostBodyOptions {
  bytes: number;
  /** Inside of objects and arrays. */
  values: number;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    mostBody?: MostBodyOptions;
  }
}

/**
 * Marks a route that accepts larger bodies than others. Its body is read after the guards that identify and limit the
 * caller, so its price can't depend on the body. What makes it large must be in lists that are members of the body.
 */
export const MostBody = (mostBody: MostBodyOptions): MethodDecorator => addRouteConfig({ mostBody });

/** Applies `MostBody` to the routes that are registered later. */
export function takeLargerBodies(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    if (!route.config?.mostBody) return;
    route.bodyLimit = route.config.mostBody.bytes;
    route.preParsing = [route.preParsing ?? [], holdBack].flat();
  });
}

/** Gives an empty body to Fastify's parser, which checks only the media type and the declared length. */
const holdBack: preParsingHookHandler = (request, _reply, payload, done) => {
  request.lateBody = payload;
  const receivedEncodedLength = Number(request.headers['content-length'] ?? 0);
  done(null, Object.assign(Readable.from([]), { receivedEncodedLength }));
};
