import { type FileHandle } from 'node:fs/promises';

/** Writes all bytes at a position, however many system calls it takes. */
export async function writeFully(file: FileHandle, bytes: Uint8Array, positionBytes: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, positionBytes + done);
    done += bytesWritten;
  }
}
