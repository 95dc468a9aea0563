import { open, readFile, type FileHandle } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type ByteRange } from '../byte-ranges.js';
import { IngestError } from '../ingest-error.js';
import { type ByteSource } from './byte-source.js';

/** A copy of the bucket, or of a part of it, on a disk. */
export class FileSource implements ByteSource {
  readonly isRemote = false;

  /** @param location a `file:` URL without a final slash */
  constructor(readonly location: string) {}

  async readText(path: string, signal: AbortSignal): Promise<string | undefined> {
    signal.throwIfAborted();
    try {
      return await readFile(this.resolve(path), 'utf8');
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async readRange(path: string, range: ByteRange, signal: AbortSignal): Promise<Uint8Array> {
    signal.throwIfAborted();
    const file = await this.open(path);
    try {
      const { size } = await file.stat();
      const endBytes = range.endBytes ?? size;
      if (endBytes > size || range.startBytes >= size) {
        const wanted = range.endBytes ?? `more than ${range.startBytes}`;
        throw new IngestError(
          'TruncatedFileError',
          `${path} has ${size} bytes, its inventory asks for ${wanted}`,
        );
      }
      return await readFully(file, range.startBytes, endBytes - range.startBytes, path);
    } finally {
      await file.close();
    }
  }

  private async open(path: string): Promise<FileHandle> {
    try {
      return await open(this.resolve(path), 'r');
    } catch (error) {
      if (!isMissing(error)) throw error;
      throw new IngestError('FileMissingError', `${path} does not exist in ${this.location}`, {
        cause: error,
      });
    }
  }

  private resolve(path: string): string {
    return fileURLToPath(`${this.location}/${path}`);
  }
}

async function readFully(
  file: FileHandle,
  startBytes: number,
  lengthBytes: number,
  path: string,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(lengthBytes);
  for (let done = 0; done < lengthBytes;) {
    const { bytesRead } = await file.read(bytes, done, lengthBytes - done, startBytes + done);
    if (bytesRead === 0)
      throw new IngestError('TruncatedFileError', `${path} became shorter while it was read`);
    done += bytesRead;
  }
  return bytes;
}

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
