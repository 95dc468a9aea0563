import { addRouteConfig } from '../route-config.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    isFast?: boolean;
  }
}

/**
 * A route that answers out of memory, so often that it leaves Nest's and MikroORM's ways where they cost more than the
 * answer: its reply is not awaited, it has no entity manager of its own, and it is a `RoutineRoute`. What this folder has
 * is what is unusual about it; no other route has to know.
 */
export const FastPath = (): MethodDecorator => addRouteConfig({ isFast: true, isRoutine: true });
