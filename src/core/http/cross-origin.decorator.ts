import { addRouteConfig } from './route-config.js';

/** What pages of other sites may do at a route, beyond what they may do at each. */
export interface CrossOriginAccess {
  /** Request headers that the route reads. */
  reads?: readonly string[];
  /** Response headers that pages may read. */
  exposes?: readonly string[];
  /** Whether only the sites in `CORS_ORIGINS` are allowed, and none if there are none. */
  isListedOnly?: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    crossOrigin?: CrossOriginAccess;
  }
}

/** Marks a route that pages of other sites may call: of any site, or of those in `CORS_ORIGINS`. */
export const CrossOrigin = (access: CrossOriginAccess = {}): MethodDecorator =>
  addRouteConfig({ crossOrigin: access });
