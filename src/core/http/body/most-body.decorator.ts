import type { FastifyInstance } from 'fastify';
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

/** Marks a route that accepts larger bodies than others. */
export const MostBody = (mostBody: MostBodyOptions): MethodDecorator => addRouteConfig({ mostBody });

/** Applies `MostBody` to the routes that are registered later. */
export function takeLargerBodies(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    if (route.config?.mostBody) route.bodyLimit = route.config.mostBody.bytes;
  });
}
