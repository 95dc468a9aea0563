/** No space, quota exceeded, or a file above the system's size limit. */
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** Whether a write failed because the disk is full. */
export function isDiskFull(error: unknown): boolean {
  return FULL.includes((error as NodeJS.ErrnoException).code ?? '');
}
