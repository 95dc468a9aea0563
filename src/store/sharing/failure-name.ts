import { isDiskFull } from '../../core/common/index.js';

/** Failures that concern one run, and say nothing about others. */
export const OF_ONE_RUN = ['RunDamagedError', 'RunObjectMissingError'];

/** Returns the machine-readable kind of a failure. */
export function failureName(error: unknown): string {
  if (isDiskFull(error)) return 'DiskFullError';
  return error instanceof Error ? error.name : 'Error';
}
