import { closeSync, openSync, readdirSync, readlinkSync } from 'node:fs';

/** The first page of a process's memory is never mapped, so reading it fails with EIO. */
export const UNREADABLE = '/proc/self/mem';

/** Makes the next reads of a file that this process has open fail with EIO, as on a broken disk. Linux only. */
export function failReads(path: string): void {
  for (const descriptor of readdirSync('/proc/self/fd').map(Number)) {
    if (targetOf(descriptor) !== path) continue;
    closeSync(descriptor);
    // `open` returns the lowest free descriptor.
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
