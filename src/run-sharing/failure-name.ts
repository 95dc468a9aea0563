import { isDiskFull } from '../common/disk-full.js';

/** The kind of a failure, for programs. */
export function failureName(error: unknown): string {
  if (isDiskFull(error)) return 'DiskFullError';
  return error instanceof Error ? error.name : 'Error';
}
