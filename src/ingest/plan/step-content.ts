import { createHash } from 'node:crypto';
import type { InventoryRecord } from '../../weather/grib/index.js';
import type { Compression, Member, Model } from '../../weather/models/index.js';
import { type ByteSource } from '../source/byte-source.js';
import { type FileVersion } from '../source/file-version.js';

/** A record, and the file that it is in. */
export interface LocatedRecord extends InventoryRecord {
  path: string;
  /** Compression of the file. */
  compression?: Compression;
}

/** The content of a step at a source. */
export interface StepContent {
  /** Equal for sources that have the same records in the same places. */
  recordsDigest: string;
  /**
   * Versions of the records' files by path, from before the records were looked for; empty if the source reports none.
   */
  versions: ReadonlyMap<string, FileVersion>;
  /** Only those that the model's table names. */
  records: LocatedRecord[];
  /** Start of an inventory's last message, which must end where its file ends. */
  lastMessage?: { path: string; startBytes: number };
}

/** One step of a run of a model, in one of its products. */
export interface StepReader {
  /** Paths at which its records are looked for. */
  paths: string[];
  /**
   * Reads what a source has of the step; undefined if it has nothing, or not all that a step must have.
   * @throws IngestError; whatever the source throws
   */
  readAt: (source: ByteSource, signal: AbortSignal) => Promise<StepContent | undefined>;
}

/** The step to look for. */
export interface WantedStep {
  model: Model;
  run: Date;
  stepHours: number;
  /** Set for an ensemble, whose members each have a file. */
  member?: Member;
}

export function digestOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
