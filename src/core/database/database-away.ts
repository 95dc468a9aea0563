/** PostgreSQL's codes for connection errors, shutting down or starting, and too many connections. */
const SQL_STATES = /^(?:08\w{3}|57P0\d|53300)$/;
/** The driver's errors have no code. */
const DRIVER_MESSAGES =
  /^(?:Connection terminated\b|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable)/;

/** Whether an operation failed because the database is unavailable, rather than because of the statement. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return (
    (code !== undefined && SQL_STATES.test(code)) ||
    DRIVER_MESSAGES.test(error.message) ||
    isDatabaseAway(error.cause)
  );
}

/** Returns PostgreSQL's message, without the statement that the ORM puts before it. */
export function driverMessage({ message }: Error): string {
  return message.trim().split('\n').at(-1)?.split(' - ').at(-1) ?? message;
}
