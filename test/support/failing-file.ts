import { closeSync, openSync, readdirSync, readlinkSync } from 'node:fs';

/** The first page of a process's memory is never there: the kernel answers each read of it with EIO. */
export const UNREADABLE = '/proc/self/mem';

/** Has the next reads of a file that this process has open fail with EIO, as on a broken disk. Linux alone has the means. */
export function failReads(path: string): void {
  for (const descriptor of readdirSync('/proc/self/fd').map(Number)) {
    if (targetOf(descriptor) !== path) continue;
    closeSync(descriptor);
    // The lowest number that is free is given first.
    if (openSync(UNREADABLE, 'r') !== descriptor) throw new Error(`Descriptor ${descriptor} is taken.`);
  }
}

function targetOf(descriptor: number): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return undefined;
  }
}
