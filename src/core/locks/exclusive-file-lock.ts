import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

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

const RETRY_MS = 50;
const SQLITE_BUSY = 5;

/**
 * An exclusive lock on a file, on every platform. The kernel releases it however the process ends, so nothing needs
 * cleaning up after a crash; the file itself stays, empty.
 *
 * Node.js has no file locks, but SQLite takes one to begin an exclusive transaction. As with every POSIX lock, a
 * process loses it when it opens and closes the same file a second time, so nothing else may touch the file.
 */
export class ExclusiveFileLock {
  /** Keeps connections from being garbage collected, which would close them and release their locks. */
  private static readonly held = new Set<DatabaseSync>();

  private constructor(private readonly connection: DatabaseSync) {
    ExclusiveFileLock.held.add(connection);
  }

  /**
   * Acquires the lock on `path`, in an existing directory, waiting at most `waitMs` for another holder.
   *
   * @throws LockTakenError after the wait; Error naming the path if the file can't be locked at all; AbortError once
   * the signal is aborted
   */
  static async acquire(
    path: string,
    { waitMs, signal }: { waitMs: number; signal?: AbortSignal },
  ): Promise<ExclusiveFileLock> {
    const startedMs = performance.now();
    for (;;) {
      const connection = tryLock(path);
      if (connection !== undefined) return new ExclusiveFileLock(connection);
      const remainingMs = waitMs - (performance.now() - startedMs);
      if (remainingMs <= 0) throw new LockTakenError(path, waitMs);
      await sleep(Math.min(RETRY_MS, remainingMs), undefined, { signal });
    }
  }

  release(): void {
    if (ExclusiveFileLock.held.delete(this.connection)) this.connection.close();
  }
}

function tryLock(path: string): DatabaseSync | undefined {
  let connection: DatabaseSync | undefined;
  try {
    connection = new DatabaseSync(path);
    connection.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return connection;
  } catch (error) {
    connection?.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw new Error(`Can't lock ${path}: ${(error as Error).message}`, { cause: error });
  }
}
