import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ExclusiveFileLock } from '../common/exclusive-file-lock.js';
import { LockTakenError } from '../common/lock-taken-error.js';
import { sweepLeftovers } from '../model-store/run-directory.js';
import { IngestError } from './ingest-error.js';
import { type IngestRequest } from './ingest-request.js';

/**
 * Does a task as the only ingest of a data directory, after what a killed one has left there was deleted.
 * @throws IngestError (IngestBusyError) when another one is under way
 */
export async function withIngestLock<T>(request: IngestRequest, task: () => Promise<T>): Promise<T> {
  const { dataDirectory, runsDirectory } = request;
  await mkdir(runsDirectory, { recursive: true });
  const lock = await acquire(join(dataDirectory, 'ingest.lock'));
  try {
    // No one else writes while the lock is held, so that every unfinished run is a leftover, however young.
    await sweepLeftovers(runsDirectory, Infinity);
    return await task();
  } finally {
    lock.release();
  }
}

async function acquire(path: string): Promise<ExclusiveFileLock> {
  try {
    return await ExclusiveFileLock.acquire(path, { waitMs: 0 });
  } catch (cause) {
    if (!(cause instanceof LockTakenError)) throw cause;
    throw new IngestError('IngestBusyError', `another ingest is under way (${path} is locked)`, { cause });
  }
}
