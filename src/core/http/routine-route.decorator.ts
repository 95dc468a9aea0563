import { addRouteConfig } from './route-config.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    isRoutine?: boolean;
  }
}

/** Marks a route that is called so often that successful responses are logged only at level `debug`. */
export const RoutineRoute = (): MethodDecorator => addRouteConfig({ isRoutine: true });
