/** Of PostgreSQL: connection exceptions, shut down or starting, too many connections. */
const SQL_STATES = /^(?:08\w{3}|57P0\d|53300)$/;
/** The driver gives these errors no code. */
const DRIVER_MESSAGES =
  /^(?:Connection terminated\b|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable)/;

/** Whether something failed because the database is away, rather than because of what it was asked. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return (
    (code !== undefined && SQL_STATES.test(code)) ||
    DRIVER_MESSAGES.test(error.message) ||
    isDatabaseAway(error.cause)
  );
}

/** What PostgreSQL says, without the statement that the ORM puts before it. */
export function driverMessage({ message }: Error): string {
  return message.trim().split('\n').at(-1)?.split(' - ').at(-1) ?? message;
}
