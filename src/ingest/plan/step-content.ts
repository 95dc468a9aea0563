import { createHash } from 'node:crypto';
import { type InventoryRecord } from '../../grib/inventory.js';
import { type Compression, type Member, type Model } from '../../models/model.js';
import { type ByteSource } from '../source/byte-source.js';
import { type FileVersion } from '../source/file-version.js';

/** A record, and the file that it is in. */
export interface LocatedRecord extends InventoryRecord {
  path: string;
  /** Of the file. */
  compression?: Compression;
}

/** What a source has of a step. */
export interface StepContent {
  /** Another source has the same records at the same places where this is the same. */
  recordsDigest: string;
  /** Of the files that the records are in, by their paths, from before these were looked for; none where the source does not tell. */
  versions: ReadonlyMap<string, FileVersion>;
  /** Those that the model's table names. */
  records: LocatedRecord[];
  /** Where the last message of an inventory begins: it must end with its file. */
  lastMessage?: { path: string; startBytes: number };
}

/** One step of a run of a model, in one of its products. */
export interface StepPlace {
  /** Where its records are looked for. */
  paths: string[];
  /** What a source has of it; undefined where it has nothing, or not all that a step must have. @throws IngestError; whatever the source throws */
  readAt: (source: ByteSource, signal: AbortSignal) => Promise<StepContent | undefined>;
}

/** What a step is looked for by. */
export interface WantedStep {
  model: Model;
  run: Date;
  stepHours: number;
  /** Of an ensemble, whose members each have a file. */
  member?: Member;
}

export function digestOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
