import { DatabaseUnreachableError } from '../database-unreachable-error.js';
import type { DatabaseRoute } from './database-route.js';

/** A route to the database that failed. */
export class RouteError extends DatabaseUnreachableError {
  constructor(
    { host, port, isEncrypted }: DatabaseRoute,
    /** Whether to try another host next, rather than another route to this one. */
    readonly isOfHost: boolean,
    cause: unknown,
  ) {
    super(`${host}:${port}${isEncrypted ? ' over TLS' : ''}: ${messageOf(cause)}`, { cause });
  }
}

/** If a host name has several addresses and each failed, the messages are only in the individual errors. */
function messageOf(error: unknown): string {
  const { message, errors } = error as AggregateError;
  return message || errors.map((one: Error) => one.message).join(', ');
}
