/** A lock was lost while it was held: another process may have it now. */
export class LockLostError extends Error {
  constructor(lock: string) {
    super(`the database connection that held the lock "${lock}" was lost`);
    this.name = 'LockLostError';
  }
}
