/** A lock was lost while it was held: from now on another process may have it. */
export class LockLostError extends Error {
  constructor(lock: string) {
    super(`the database connection that held the lock "${lock}" was lost`);
    this.name = 'LockLostError';
  }
}
