/** Another holder, in this or another process, kept the lock on `path` for the whole wait. */
export class LockTakenError extends Error {
  constructor(
    readonly path: string,
    readonly waitedMs: number,
  ) {
    super(`${path} is locked by another process (waited ${waitedMs / 1000} s)`);
    this.name = 'LockTakenError';
  }
}
