import { EmbeddedPostgresError } from './embedded-postgres-error.js';

/** The server ended before it could serve; `log` is the end of what it said. */
export class LaunchError extends EmbeddedPostgresError {
  constructor(private readonly log: string) {
    super(`The embedded PostgreSQL does not start:\n${log}`);
    this.name = 'LaunchError';
  }

  /** Whether another server, or what is left of a killed one, has the data directory. It may well be gone soon. */
  get isInUse(): boolean {
    return /pre-existing shared memory block|lock file ".*" already exists/.test(this.log);
  }
}
