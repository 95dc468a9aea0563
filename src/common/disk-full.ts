/** No space, no quota, or a file beyond the size that the system allows. */
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** Whether the system refused to write for want of room. */
export function isDiskFull(error: unknown): boolean {
  return FULL.includes((error as NodeJS.ErrnoException).code ?? '');
}
