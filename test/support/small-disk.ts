import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SIZE_MIB = 8;

/** A small file system mounted on a directory, which can be filled to the last byte. Mounting requires root. */
export class SmallDisk {
  private constructor(private readonly directory: string) {}

  /** Returns undefined, with a message, if the system doesn't allow mounting. */
  static mount(directory: string, running: AsyncDisposableStack): SmallDisk | undefined {
    mkdirSync(directory, { recursive: true });
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MIB}m,mode=700`, 'tmpfs', directory], {
        stdio: 'pipe',
      });
    } catch (error) {
      console.log(`Skipped: no disk runs full, as none can be mounted: ${(error as Error).message.trim()}`);
      return undefined;
    }
    running.defer(() => void execFileSync('umount', ['--lazy', directory]));
    return new SmallDisk(directory);
  }

  fill(): void {
    const bytes = Buffer.alloc(64 * 1024);
    try {
      for (;;) writeFileSync(this.filler, bytes, { flag: 'a' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }

  empty(): void {
    rmSync(this.filler, { force: true });
  }

  private get filler(): string {
    return join(this.directory, 'filler');
  }
}
