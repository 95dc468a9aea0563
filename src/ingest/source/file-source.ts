import { type Stats } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { type ByteRange } from './byte-ranges.js';
import { IngestError } from '../ingest-error.js';
import { type ByteSource, fileChanged, LONGEST_TEXT_BYTES, tooLongText } from './byte-source.js';
import { type FileVersion } from './file-version.js';

/** A copy of the bucket, or of a part of it, on disk. */
export class FileSource implements ByteSource {
  readonly isRemote = false;

  /** @param location a `file:` URL without a trailing slash */
  constructor(readonly location: string) {}

  async readText(path: string, signal: AbortSignal): Promise<string | undefined> {
    signal.throwIfAborted();
    const bytes = await this.withFile(path, async (file) => {
      const { size } = await file.stat();
      if (size > LONGEST_TEXT_BYTES) throw tooLongText(path);
      return readFully(file, 0, size, path);
    }).catch(undefinedIfMissing);
    return bytes && new TextDecoder().decode(bytes);
  }

  async describe(path: string, signal: AbortSignal): Promise<FileVersion | undefined> {
    signal.throwIfAborted();
    const stats = await stat(this.resolve(path)).catch((error: NodeJS.ErrnoException) =>
      undefinedIfMissing(this.unreadable(path, error)),
    );
    return stats && versionOf(stats);
  }

  async readRange(
    path: string,
    range: ByteRange,
    signal: AbortSignal,
    version?: FileVersion,
  ): Promise<Uint8Array> {
    signal.throwIfAborted();
    return this.withFile(path, async (file) => {
      const stats = await file.stat();
      if (version && !isDeepStrictEqual(versionOf(stats), version)) throw fileChanged(path);
      const { size } = stats;
      const endBytes = range.endBytes ?? size;
      if (endBytes > size || range.startBytes >= size) {
        const wanted = range.endBytes ?? `more than ${range.startBytes}`;
        throw new IngestError(
          'TruncatedFileError',
          `${path} has ${size} bytes, its inventory asks for ${wanted}`,
        );
      }
      return readFully(file, range.startBytes, endBytes - range.startBytes, path);
    });
  }

  private async withFile<T>(path: string, use: (file: FileHandle) => Promise<T>): Promise<T> {
    let file: FileHandle | undefined;
    try {
      file = await open(this.resolve(path), 'r');
      return await use(file);
    } catch (error) {
      throw error instanceof IngestError ? error : this.unreadable(path, error as NodeJS.ErrnoException);
    } finally {
      await file?.close();
    }
  }

  private unreadable(path: string, cause: NodeJS.ErrnoException): IngestError {
    if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR') {
      return new IngestError('FileMissingError', `${path} does not exist in ${this.location}`, { cause });
    }
    const reason = `${path} in ${this.location} cannot be read: ${cause.message}`;
    return new IngestError('FileUnreadableError', reason, { cause });
  }

  private resolve(path: string): string {
    return fileURLToPath(`${this.location}/${path}`);
  }
}

function versionOf({ size, mtimeMs }: Stats): FileVersion {
  return { sizeBytes: size, tag: String(mtimeMs) };
}

function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof IngestError && error.name === 'FileMissingError') return undefined;
  throw error;
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
