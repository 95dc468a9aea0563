import { IngestError } from './ingest-error.js';

/** No space, no quota, or a file beyond the size that the system allows. */
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/**
 * Does a part of an ingest; when the disk turns out to be full, says so and what it was for.
 * @throws IngestError (DiskFullError); whatever else the task throws
 */
export async function namingDiskFull<T>(purpose: string, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined || !FULL.includes(code)) throw error;
    throw new IngestError('DiskFullError', `there is no space for ${purpose}: ${message}`, { cause: error });
  }
}
