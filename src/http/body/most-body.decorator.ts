import type { FastifyInstance } from 'fastify';
import { addRouteConfig } from '../route-config.js';

/** What a body may have, where that is more than on other routes. */
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

/** A route that takes larger bodies than others. */
export const MostBody = (mostBody: MostBodyOptions): MethodDecorator => addRouteConfig({ mostBody });

/** For the routes that are registered later. */
export function takeLargerBodies(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    if (route.config?.mostBody) route.bodyLimit = route.config.mostBody.bytes;
  });
}
