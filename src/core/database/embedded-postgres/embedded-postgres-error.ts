/** The embedded PostgreSQL can't run here. The message is written for the operator. */
export class EmbeddedPostgresError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedPostgresError';
  }
}

/** The server exited before it accepted connections. `log` is the end of its log. */
export class LaunchError extends EmbeddedPostgresError {
  constructor(private readonly log: string) {
    super(`The embedded PostgreSQL does not start:\n${log}`);
    this.name = 'LaunchError';
  }

  /** Whether another server, or the remains of a killed one, use the data directory. That may resolve soon. */
  get isInUse(): boolean {
    return /pre-existing shared memory block|lock file ".*" already exists/.test(this.log);
  }
}
