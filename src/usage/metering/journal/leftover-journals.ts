import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ExclusiveFileLock, LockTakenError } from '../../../core/locks/index.js';
import { type Segment } from './journal.js';
import { batchesOf } from './segment-batches.js';

/**
 * Applies what processes that have ended left in their journals. Holds the lock of each journal, so that only one
 * process at a time applies it, and skips journals of running processes.
 */
export async function replayLeftovers(
  root: string,
  apply: (segments: readonly Segment[]) => Promise<void>,
): Promise<void> {
  if (!existsSync(root)) return;
  const directories = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name: journalId } of directories) {
    const lockPath = join(root, `${journalId}.lock`);
    const lock = await tryLock(lockPath);
    if (!lock) continue;
    try {
      for (const batch of batchesOf(segmentsOf(root, journalId))) await apply(batch);
      rmSync(join(root, journalId), { recursive: true, force: true });
      rmSync(lockPath, { force: true });
    } finally {
      lock.release();
    }
  }
}

async function tryLock(path: string): Promise<ExclusiveFileLock | undefined> {
  try {
    return await ExclusiveFileLock.acquire(path, { waitMs: 0 });
  } catch (error) {
    if (error instanceof LockTakenError) return undefined;
    throw error;
  }
}

function segmentsOf(root: string, journalId: string): Segment[] {
  const directory = join(root, journalId);
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .sort()
    .map((name) => {
      const path = join(directory, name);
      const { size: sizeBytes, birthtimeMs: begunMs } = statSync(path);
      return { journalId, sequence: parseInt(name, 10), path, sizeBytes, begunMs };
    });
}
