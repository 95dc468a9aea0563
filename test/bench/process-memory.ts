import { readdirSync, readFileSync } from 'node:fs';

/**
 * Returns the memory in bytes of some processes and all their descendants. Pages mapped by several processes are shared
 * out between them (Linux's PSS), so nothing counts twice. Files that are only read don't count.
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
  // The process name before it may contain anything, but ends at the last parenthesis.
  const fields = read(`/proc/${pid}/stat`).split(')').at(-1)!.trim().split(' ');
  return Number(fields[1] ?? 0);
}

function ownMemory(pid: number): number {
  return 1024 * Number(/^Pss:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
}

/** Returns an empty string for a process that has ended in the meantime. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
