import type { FastifyRequest } from 'fastify';
import { addRouteConfig } from '../route-config.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    isFast?: boolean;
  }
}

/**
 * The ordinary ways that fast routes leave, each with what that saves a keyed request that takes 40 us of processor time.
 * `npm run bench fast-path` measures it, and what saves less than 1 us is not worth it.
 */
export const FAST_PATH = {
  /** `leaveRepliesUnawaited`: 2.6 us, with a standard error of 0.5 us. */
  leavesRepliesUnawaited: true,
  /** `needsRequestContext`: 5.0 us, with a standard error of 0.4 us. */
  hasNoRequestContext: true,
};

/**
 * A route that answers out of memory, so often that it leaves Nest's and MikroORM's ways where they cost more than the
 * answer: its reply is not awaited, it has no entity manager of its own, and it is a `RoutineRoute`. What this folder has
 * is what is unusual about it; no other route has to know.
 */
export const FastPath = (): MethodDecorator => addRouteConfig({ isFast: true, isRoutine: true });

/** Whether the request gets an entity manager of its own: a fast route asks the database nothing. */
export function needsRequestContext({ routeOptions }: FastifyRequest): boolean {
  return !(routeOptions.config?.isFast && FAST_PATH.hasNoRequestContext);
}
