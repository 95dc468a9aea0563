/** Another process, or another part of this one, holds the lock on `path` and kept it for the whole wait. */
export class LockTakenError extends Error {
  constructor(
    readonly path: string,
    readonly waitedMs: number,
  ) {
    super(`${path} is locked by another process (waited ${waitedMs / 1000} s)`);
    this.name = 'LockTakenError';
  }
}
