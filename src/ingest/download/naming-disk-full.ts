import { isDiskFull } from '../../core/common/index.js';
import { IngestError } from '../ingest-error.js';

/**
 * Runs a part of an ingest. If the disk is full, throws an error that says what the space was for.
 * @throws IngestError (DiskFullError); whatever else the task throws
 */
export async function namingDiskFull<T>(purpose: string, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    const { message } = error as Error;
    throw new IngestError('DiskFullError', `there is no disk space for ${purpose}: ${message}`, {
      cause: error,
    });
  }
}
