import { DatabaseUnreachableError } from '../database-unreachable-error.js';
import type { DatabaseRoute } from './database-route.js';

/** A way to the database that does not lead there. */
export class RouteError extends DatabaseUnreachableError {
  constructor(
    { host, port, isEncrypted }: DatabaseRoute,
    /** Whether another host may do, rather than another way to this one. */
    readonly isOfHost: boolean,
    cause: unknown,
  ) {
    super(`${host}:${port}${isEncrypted ? ' over TLS' : ''}: ${messageOf(cause)}`, { cause });
  }
}

/** Of a name with several addresses, each of which failed, Node.js gives the messages one by one. */
function messageOf(error: unknown): string {
  const { message, errors } = error as AggregateError;
  return message || errors.map((one: Error) => one.message).join(', ');
}
