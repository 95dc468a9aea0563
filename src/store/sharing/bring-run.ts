import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ExclusiveFileLock } from '../../core/locks/index.js';
import type { SharedRunStore } from '../../core/config/index.js';
import { openSource } from './open-source.js';
import { type FetchProgress } from './run-source.js';

/** A run to fetch to this machine, serializable as JSON. */
export interface FetchJob {
  store: SharedRunStore;
  name: string;
  runsDirectory: string;
  /** Locked meanwhile: a process that a killed service has left behind may need a moment to end. */
  lockPath: string;
}

export type BringRun = (job: FetchJob, progress: FetchProgress, signal: AbortSignal) => Promise<void>;

const LOCK_WAIT_MS = 30_000;

/** Verifies a run and puts it into the runs directory, as the only process that does. See `RunSource.bring`. */
export async function bringRun(
  { store, name, runsDirectory, lockPath }: FetchJob,
  progress: FetchProgress,
  signal: AbortSignal,
): Promise<void> {
  const lock = await ExclusiveFileLock.acquire(lockPath, { waitMs: LOCK_WAIT_MS, signal });
  try {
    // It may have arrived while waiting for the lock.
    if (existsSync(join(runsDirectory, name))) return;
    const source = await openSource(store);
    try {
      await source.bring(name, runsDirectory, signal, progress);
    } finally {
      source.close();
    }
  } finally {
    lock.release();
  }
}
