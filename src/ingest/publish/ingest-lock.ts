import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ExclusiveFileLock, LockTakenError } from '../../core/locks/index.js';
import { sweepLeftovers } from '../../store/format/index.js';
import { IngestError } from '../ingest-error.js';
import { type IngestRequest } from '../request/ingest-request.js';

/** What to do while another ingest holds the lock. */
export interface IngestWait {
  signal: AbortSignal;
  /** Called once before waiting for another ingest. If absent, there is no waiting. */
  waits?: (lockPath: string) => void;
}

/**
 * Runs a task as the only ingest of a model into a data directory, or into a volume shared by several machines.
 * @throws IngestError (IngestBusyError) if another ingest of the model is running and there is no waiting; the signal's
 * reason once it is aborted
 */
export function withModelLock<T>(
  request: IngestRequest,
  wait: IngestWait,
  task: () => Promise<T>,
): Promise<T> {
  return withLock(request, `ingest-${request.model.name}.lock`, wait, task);
}

/**
 * Runs a task as the only one that writes to the store, whatever the model, after deleting what a killed ingest has left
 * there. Waits for others: none of them waits for a source meanwhile.
 */
export function withStoreLock<T>(
  request: IngestRequest,
  { signal, waits = () => undefined }: IngestWait,
  task: () => Promise<T>,
): Promise<T> {
  return withLock(request, 'ingest.lock', { signal, waits }, async () => {
    // No one else writes while the lock is held, so every unfinished run is a leftover, however recent.
    await sweepLeftovers(request.runsDirectory, Infinity);
    return task();
  });
}

async function withLock<T>(
  { dataDirectory, runsDirectory, sharedStore }: IngestRequest,
  name: string,
  wait: IngestWait,
  task: () => Promise<T>,
): Promise<T> {
  const lockedDirectory = sharedStore?.kind === 'volume' ? runsDirectory : dataDirectory;
  await mkdir(runsDirectory, { recursive: true });
  const lock = await acquire(join(lockedDirectory, name), wait);
  try {
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
