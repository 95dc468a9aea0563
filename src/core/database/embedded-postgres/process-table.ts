import { readdirSync, readFileSync, statSync } from 'node:fs';

/** Whether the process exists. Zombies don't count. */
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
    // "4711 (the name) Z …", where the name may contain anything.
    return /\) [ZX] [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
}

/**
 * Whether the process's working directory is this one, regardless of how either path is written. Undefined if the
 * system doesn't say: anywhere but on Linux, and for other users' processes.
 */
export function worksIn(pid: number, directory: string): boolean | undefined {
  try {
    const [own, other] = [statSync(directory), statSync(`/proc/${pid}/cwd`)];
    return own.dev === other.dev && own.ino === other.ino;
  } catch {
    return undefined;
  }
}

/** Returns the PostgreSQL processes known to run in the directory. */
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
