import { type ByteRange } from './byte-ranges.js';
import { IngestError } from '../ingest-error.js';
import { type FileVersion } from './file-version.js';

/** An inventory of GFS has some 60 kB; what is far longer is none, and is not to fill the memory. */
export const LONGEST_TEXT_BYTES = 4 * 1024 * 1024;

/** The error for a text that is too long to be an inventory. */
export function tooLongText(path: string): IngestError {
  return new IngestError('InventoryError', `${path} is longer than ${LONGEST_TEXT_BYTES} bytes`);
}

/** The error for a file that was replaced after its inventory was read: the next attempt reads both anew. */
export function fileChanged(path: string): IngestError {
  return new IngestError('FileChangedError', `${path} was replaced after its inventory was read`, {
    transient: true,
  });
}

/** A root below which a model's files lie, over HTTP or on a disk. Paths are relative and have forward slashes. */
export interface ByteSource {
  /** For messages. */
  readonly location: string;
  /** Whether reading again costs a transfer, so that what was read is worth keeping. */
  readonly isRemote: boolean;
  /** By how much the clock of the source is ahead of ours, once an answer told it. */
  readonly clockSkewMs?: number;

  /**
   * The whole of a text file, or undefined where there is none.
   * @throws IngestError (InventoryError when it is longer than LONGEST_TEXT_BYTES, and others); the signal's reason once it is aborted
   */
  readText(path: string, signal: AbortSignal): Promise<string | undefined>;

  /**
   * The version of a file that is there now; undefined where there is none, or the source does not tell.
   * @throws IngestError; the signal's reason once it is aborted
   */
  describe(path: string, signal: AbortSignal): Promise<FileVersion | undefined>;

  /**
   * Exactly the bytes of a range.
   * @param version the one to read; undefined: whichever is there
   * @throws IngestError when the file is missing, shorter or another version (FileChangedError), or the transfer failed;
   * the signal's reason once it is aborted
   */
  readRange(path: string, range: ByteRange, signal: AbortSignal, version?: FileVersion): Promise<Uint8Array>;
}
