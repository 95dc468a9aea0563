import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ExclusiveFileLock } from '../../common/locks/exclusive-file-lock.js';
import { LockTakenError } from '../../common/locks/lock-taken-error.js';
import { sweepLeftovers } from '../../model-store/format/run-directory.js';
import { IngestError } from '../ingest-error.js';
import { type IngestRequest } from '../request/ingest-request.js';

/** What to do while another ingest has the data directory. */
export interface IngestWait {
  signal: AbortSignal;
  /** Told once that another one is under way, and is waited for. Absent: it is not waited for. */
  waits?: (lockPath: string) => void;
}

/**
 * Does a task as the only ingest of a data directory, or of a volume that several machines share, after what a killed one has left there was deleted.
 * @throws IngestError (IngestBusyError) when another one is under way and not waited for; the signal's reason once it is
 * aborted
 */
export async function withIngestLock<T>(
  request: IngestRequest,
  wait: IngestWait,
  task: () => Promise<T>,
): Promise<T> {
  const { dataDirectory, runsDirectory, sharedStore } = request;
  const lockedDirectory = sharedStore?.kind === 'volume' ? runsDirectory : dataDirectory;
  await mkdir(runsDirectory, { recursive: true });
  const lock = await acquire(join(lockedDirectory, 'ingest.lock'), wait);
  try {
    // No one else writes while the lock is held, so that every unfinished run is a leftover, however young.
    await sweepLeftovers(runsDirectory, Infinity);
    return await task();
  } finally {
    lock.release();
  }
}

async function acquire(path: string, { signal, waits }: IngestWait): Promise<ExclusiveFileLock> {
  try {
    return await ExclusiveFileLock.acquire(path, { waitMs: 0 });
  } catch (cause) {
    if (!(cause instanceof LockTakenError)) throw cause;
    if (!waits) {
      throw new IngestError('IngestBusyError', `another ingest is running (${path} is locked)`, { cause });
    }
  }
  waits(path);
  try {
    return await ExclusiveFileLock.acquire(path, { waitMs: Infinity, signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}
