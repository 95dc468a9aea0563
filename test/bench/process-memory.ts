import { readdirSync, readFileSync } from 'node:fs';

/**
 * What some processes and all that descend from them have in memory, in bytes: of pages that several map each its share
 * (the PSS of Linux), so that nothing counts twice. Files that are only read do not count.
 */
export function memoryOf(roots: readonly number[]): number {
  const parents = new Map(processes().map((pid) => [pid, parentOf(pid)]));
  const belongs = (pid: number): boolean =>
    roots.includes(pid) || (pid > 0 && belongs(parents.get(pid) ?? 0));
  return [...parents.keys()].filter(belongs).reduce((sum, pid) => sum + ownMemory(pid), 0);
}

function processes(): number[] {
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
}

function parentOf(pid: number): number {
  // The name before may hold anything but ends with the last bracket.
  const fields = read(`/proc/${pid}/stat`).split(')').at(-1)!.trim().split(' ');
  return Number(fields[1] ?? 0);
}

function ownMemory(pid: number): number {
  return 1024 * Number(/^Pss:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
}

/** Empty for a process that has ended meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
