import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { hasPrefixedSecret } from './problems/hidden-secrets.js';

const requestIds = new AsyncLocalStorage<string>();

/** Returns the caller's request ID if it is safe to log and to repeat, otherwise a new one. */
export function requestId(request: { headers: IncomingHttpHeaders }): string {
  const given = request.headers['x-request-id'];
  const isSafe =
    typeof given === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(given) && !hasPrefixedSecret(given);
  return isSafe ? given : randomUUID();
}

/** Runs what belongs to a request, so that what it logs has the request's ID. */
export function withRequestId<T>(id: string, work: () => T): T {
  return requestIds.run(id, work);
}

/** Returns the ID of the request that is being handled. Unknown on fast routes. */
export function currentRequestId(): string | undefined {
  return requestIds.getStore();
}
