import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { concurrently } from '../../core/common/index.js';
import { RunFaultError } from './damaged-run-error.js';
import { type StoredFile } from './run-manifest.js';

/** Large enough that the cost of a request is negligible, and small enough that a part is cheap to fetch again. */
const PART_BYTES = 8 * 2 ** 20;
/** Number of parts in memory at a time. Checksums are computed on the thread pool. */
const PARTS_AT_ONCE = 2;

/** A part of a file, with the checksum that it must have. */
export interface FilePart {
  offsetBytes: number;
  lengthBytes: number;
  sha256: string;
}

/** Computes the size and the checksums of a file of a run. */
export async function checksumFile(
  directory: string,
  name: string,
  partBytes = PART_BYTES,
): Promise<StoredFile> {
  const file = await open(join(directory, name), 'r');
  try {
    const { size: bytes } = await file.stat();
    const partsSha256: string[] = Array.from({ length: Math.ceil(bytes / partBytes) });
    await concurrently(PARTS_AT_ONCE, [...partsSha256.keys()], async (part) => {
      const offsetBytes = part * partBytes;
      const content = await readPart(file, offsetBytes, Math.min(partBytes, bytes - offsetBytes));
      partsSha256[part] = await sha256(content);
      // Freed now, since hundreds of parts would pile up until garbage collection.
      content.buffer.transfer(0);
    });
    return { name, bytes, partBytes, partsSha256 };
  } finally {
    await file.close();
  }
}

/**
 * Reads a file and compares its contents with its checksums.
 * @throws RunFaultError when it differs; a system error; the signal's reason
 */
export async function verifyFile(
  directory: string,
  stored: StoredFile,
  signal: AbortSignal,
  verified: (bytes: number) => void,
): Promise<void> {
  const file = await open(join(directory, stored.name), 'r');
  try {
    const { size } = await file.stat();
    if (size !== stored.bytes)
      throw new RunFaultError(`${stored.name} has ${size} bytes, not ${stored.bytes}`);
    for (const part of partsOf(stored)) {
      signal.throwIfAborted();
      const content = await readPart(file, part.offsetBytes, part.lengthBytes);
      if ((await sha256(content)) !== part.sha256)
        throw new RunFaultError(
          `${stored.name} is damaged at byte ${part.offsetBytes}: its checksum differs`,
        );
      verified(part.lengthBytes);
    }
  } finally {
    await file.close();
  }
}

/** Returns the parts of a file, in order. */
export function partsOf({ bytes, partBytes, partsSha256 }: StoredFile): FilePart[] {
  return partsSha256.map((sha256, i) => {
    const offsetBytes = i * partBytes;
    return { offsetBytes, lengthBytes: Math.min(partBytes, bytes - offsetBytes), sha256 };
  });
}

/** Reads the bytes of a part; fewer if the file ends before. */
export async function readPart(
  file: FileHandle,
  offsetBytes: number,
  lengthBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const content = new Uint8Array(lengthBytes);
  let done = 0;
  while (done < lengthBytes) {
    const { bytesRead } = await file.read(content, done, lengthBytes - done, offsetBytes + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return content.subarray(0, done);
}

/** Returns the SHA-256 in hexadecimal digits, computed on another thread. */
export async function sha256(content: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', content)).toString('hex');
}
