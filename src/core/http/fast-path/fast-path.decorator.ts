import type { FastifyRequest } from 'fastify';
import { addRouteConfig } from '../route-config.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    isFast?: boolean;
  }
}

/**
 * The standard mechanisms that fast routes skip, with the processor time that each saves of the 40 us of a request with
 * an API key. `npm run bench fast-path` measures it; savings of less than 1 us are not worth it.
 */
export const FAST_PATH = {
  /** `leaveRepliesUnawaited`: 2.6 us, with a standard error of 0.5 us. */
  leavesRepliesUnawaited: true,
  /** `needsRequestContext`: 5.0 us, with a standard error of 0.4 us. */
  hasNoRequestContext: true,
};

/**
 * Marks a route that responds from memory, so often that it skips the parts of Nest and MikroORM that cost more than
 * the response: its reply is not awaited, it has no entity manager of its own, and it is a `RoutineRoute`. Everything
 * unusual about it is in this folder; no other route has to know.
 */
export const FastPath = (): MethodDecorator => addRouteConfig({ isFast: true, isRoutine: true });

/** Whether the request gets an entity manager of its own. A fast route doesn't query the database. */
export function needsRequestContext({ routeOptions }: FastifyRequest): boolean {
  return !(routeOptions.config?.isFast && FAST_PATH.hasNoRequestContext);
}
