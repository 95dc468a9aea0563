import { addRouteConfig } from './route-config.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    isCrossOrigin?: boolean;
  }
}

/** Marks a route that pages of other sites may call: of any site, or of those in `CORS_ORIGINS`. */
export const CrossOrigin = (): MethodDecorator => addRouteConfig({ isCrossOrigin: true });
