import { readdirSync, readFileSync } from 'node:fs';

/** What the threads of a process have run so far, in nanoseconds; NaN where the system does not tell. */
export function processorNs(pid: number): number {
  const folder = `/proc/${pid}/task`;
  try {
    return readdirSync(folder).reduce((sum, thread) => sum + ranNs(`${folder}/${thread}/schedstat`), 0);
  } catch {
    return NaN;
  }
}

/** A thread may have ended meanwhile. */
function ranNs(path: string): number {
  try {
    return Number(readFileSync(path, 'utf8').split(' ', 1)[0]);
  } catch {
    return 0;
  }
}
