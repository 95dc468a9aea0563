import { type ByteRange } from './byte-ranges.js';
import { IngestError } from '../ingest-error.js';
import { type FileVersion } from './file-version.js';

/** A GFS inventory is about 60 kB. Anything much longer is no inventory and must not fill the memory. */
export const LONGEST_TEXT_BYTES = 4 * 1024 * 1024;

/** The error for a text that is too long to be an inventory. */
export function tooLongText(path: string): IngestError {
  return new IngestError('InventoryError', `${path} is longer than ${LONGEST_TEXT_BYTES} bytes`);
}

/** The error for a file that was replaced after its inventory was read: the next attempt reads both again. */
export function fileChanged(path: string): IngestError {
  return new IngestError('FileChangedError', `${path} was replaced after its inventory was read`, {
    transient: true,
  });
}

/** A root directory of a model's files, over HTTP or on disk. Paths are relative and use forward slashes. */
export interface ByteSource {
  /** For messages. */
  readonly location: string;
  /** Whether reading again costs a transfer, so that caching is worthwhile. */
  readonly isRemote: boolean;
  /** How far the source's clock is ahead of this machine's, once a response has revealed it. */
  readonly clockSkewMs?: number;

  /**
   * Reads a whole text file; undefined if there is none.
   * @throws IngestError (InventoryError if it is longer than LONGEST_TEXT_BYTES, and others); the signal's reason once
   * it is aborted
   */
  readText(path: string, signal: AbortSignal): Promise<string | undefined>;

  /**
   * Returns the current version of a file; undefined if there is none, or the source doesn't report it.
   * @throws IngestError; the signal's reason once it is aborted
   */
  describe(path: string, signal: AbortSignal): Promise<FileVersion | undefined>;

  /**
   * Reads exactly the bytes of a range.
   * @param version the version to read; undefined accepts any
   * @throws IngestError if the file is missing, too short or another version (FileChangedError), or the transfer fails;
   * the signal's reason once it is aborted
   */
  readRange(path: string, range: ByteRange, signal: AbortSignal, version?: FileVersion): Promise<Uint8Array>;
}
