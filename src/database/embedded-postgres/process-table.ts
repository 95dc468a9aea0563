import { readdirSync, readFileSync, statSync } from 'node:fs';

/** Whether there is such a process. One that has ended but was not collected by its parent yet does not count. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return !isZombie(pid);
}

function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    // "4711 (the name) Z …", where the name may hold anything.
    return /\) [ZX] [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
}

/**
 * Whether the process works in this directory, however either is named. Undefined where the system does not tell:
 * anywhere but on Linux, and for processes of other users.
 */
export function worksIn(pid: number, directory: string): boolean | undefined {
  try {
    const [own, other] = [statSync(directory), statSync(`/proc/${pid}/cwd`)];
    return own.dev === other.dev && own.ino === other.ino;
  } catch {
    return undefined;
  }
}

/** The processes of PostgreSQL that are known to work in the directory. */
export function postgresProcessesIn(directory: string): number[] {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return pids.filter((pid) => worksIn(pid, directory) === true && programName(pid) === 'postgres');
}

function programName(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return undefined;
  }
}
