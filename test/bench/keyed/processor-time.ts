import { readdirSync, readFileSync } from 'node:fs';

/** Returns the CPU time of a process's threads so far in nanoseconds, or NaN if the system doesn't report it. */
export function processorNs(pid: number): number {
  const folder = `/proc/${pid}/task`;
  try {
    return readdirSync(folder).reduce((sum, thread) => sum + ranNs(`${folder}/${thread}/schedstat`), 0);
  } catch {
    return NaN;
  }
}

/** Returns 0 for a thread that has ended in the meantime. */
function ranNs(path: string): number {
  try {
    return Number(readFileSync(path, 'utf8').split(' ', 1)[0]);
  } catch {
    return 0;
  }
}
