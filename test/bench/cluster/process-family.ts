import { readdirSync, readFileSync } from 'node:fs';
import { processorNs } from '../keyed/processor-time.js';

/** A process and its children that run Node.js: the service's database is not among them. */
export function familyOf(pid: number): number[] {
  const others = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return [pid, ...others.map(Number).filter((other) => isNodeChild(other, pid))];
}

export function familyNs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + processorNs(pid), 0);
}

function isNodeChild(pid: number, parent: number): boolean {
  try {
    const [, ppid] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (
      Number(ppid) === parent &&
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0', 1)[0].endsWith('node')
    );
  } catch {
    // It has ended meanwhile.
    return false;
  }
}
