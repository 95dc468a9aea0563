import { isDiskFull } from '../common/disk-full.js';

/** Failures that lie in one run, and tell nothing about others. */
export const OF_ONE_RUN = ['RunDamagedError', 'RunObjectMissingError'];

/** The kind of a failure, for programs. */
export function failureName(error: unknown): string {
  if (isDiskFull(error)) return 'DiskFullError';
  return error instanceof Error ? error.name : 'Error';
}
