import { constants, accessSync, readFileSync, statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';
const NEEDED_BYTES = 8 * 2 ** 30;

/** Where Linux keeps files in memory, if there is enough of it: tests write many small files, which a disk takes longer for. */
export function memoryDirectory() {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    // In a container nothing in it may be executed.
    const runsPrograms = !/^\S+ \/dev\/shm \S+ \S*\bnoexec\b/m.test(readFileSync('/proc/mounts', 'utf8'));
    return runsPrograms && bavail * bsize >= NEEDED_BYTES ? MEMORY : undefined;
  } catch {
    return undefined;
  }
}
