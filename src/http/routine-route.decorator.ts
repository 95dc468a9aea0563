import { addRouteConfig } from './route-config.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    isRoutine?: boolean;
  }
}

/** A route that is asked for so often that answers without an error are only logged at the level `debug`. */
export const RoutineRoute = (): MethodDecorator => addRouteConfig({ isRoutine: true });
