import { DriverException } from '@mikro-orm/core';

/** Of PostgreSQL: connection exceptions, shut down or starting, too many connections. */
const SQL_STATES = /^(?:08\w{3}|57P0\d|53300)$/;
/** Of a connection that breaks while a query runs on it. */
const BROKEN_CONNECTION = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT']);
/** The driver gives these errors no code. */
const DRIVER_MESSAGES =
  /^(?:Connection terminated\b|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable)/;

/** Whether something failed because the database is away, rather than because of what it was asked. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return (
    (code !== undefined && SQL_STATES.test(code)) ||
    (code !== undefined && BROKEN_CONNECTION.has(code) && error instanceof DriverException) ||
    DRIVER_MESSAGES.test(error.message) ||
    isDatabaseAway(error.cause)
  );
}
