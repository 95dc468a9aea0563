import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { HOUR_MS } from '../../core/time/index.js';
import { changeMsOf, runName } from '../../store/format/index.js';
import { type FileRange } from '../source/byte-ranges.js';
import type { IngestError, IngestErrorName } from '../ingest-error.js';
import { type IngestRequest } from '../request/ingest-request.js';
import { type PlannedStep } from '../plan/run-plan.js';
import { stepLabel } from '../request/step-list.js';

const CHECKSUM_BYTES = 4;

/** A downloaded file is bad. */
const BAD_FILE: IngestErrorName[] = [
  'MalformedMessageError',
  'UnsupportedMessageError',
  'ForeignMessageError',
  'ImplausibleValuesError',
];
/** Any file may be. */
const BAD: IngestErrorName[] = [...BAD_FILE, 'GridMismatchError', 'DiskFullError'];

/** Downloads untouched for this long belong to an ingest that nobody resumes. */
const ABANDONED_AFTER_MS = 24 * HOUR_MS;

/** The bytes of a range of a file. */
export interface RangeBytes {
  range: FileRange;
  bytes: Uint8Array;
}

/**
 * The downloads of one run, one file for each file of the source, so that an ingest that was killed need not fetch them
 * again. A file is named after its step (and its member) and after the inventory and ranges it was fetched for, and
 * starts with the checksum of the rest: data of another upload and incomplete writes are not used.
 *
 * `remove` deletes the downloads once the run is published. `open` deletes those of other runs that are no longer of
 * use: of older runs of the same model and resolution, and those that no ingest opened or added to for a day.
 */
export class DownloadCache {
  private constructor(
    private readonly directory: string,
    private readonly kept: Set<string>,
  ) {}

  static async open({ dataDirectory, model, resolution, run }: IngestRequest): Promise<DownloadCache> {
    const downloads = join(dataDirectory, 'downloads');
    const name = runName(model.name, resolution, run);
    const directory = join(downloads, name);
    await mkdir(directory, { recursive: true });
    // Or another model's ingest would delete what this one resumes after a day.
    await utimes(directory, new Date(), new Date());
    for (const other of await readdir(downloads)) {
      if (other !== name && (await isOfNoUse(downloads, other, name)))
        await rm(join(downloads, other), { recursive: true, force: true });
    }
    return new DownloadCache(directory, new Set(await readdir(directory)));
  }

  /** Returns the bytes of the ranges if an earlier ingest fetched them, otherwise undefined. */
  async read(step: PlannedStep, ranges: FileRange[]): Promise<RangeBytes[] | undefined> {
    const name = fileName(step, ranges);
    if (!this.kept.has(name)) return undefined;
    const file = await readFile(join(this.directory, name));
    const parts = file.length > CHECKSUM_BYTES ? split(file.subarray(CHECKSUM_BYTES), ranges) : undefined;
    if (parts && checksum(parts) === file.readUInt32LE()) return parts;
    return undefined;
  }

  /** Stores fetched bytes. A process that is killed meanwhile leaves nothing that `read` would return. */
  async keep(step: PlannedStep, parts: RangeBytes[]): Promise<void> {
    const ranges = parts.map(({ range }) => range);
    const path = join(this.directory, fileName(step, ranges));
    await this.forget(step);
    const header = Buffer.alloc(CHECKSUM_BYTES);
    header.writeUInt32LE(checksum(parts));
    const file = await open(`${path}.partial`, 'w');
    try {
      for (const bytes of [header, ...parts.map((part) => part.bytes)]) await file.writeFile(bytes);
    } finally {
      await file.close();
    }
    await rename(`${path}.partial`, path);
    this.kept.add(fileName(step, ranges));
  }

  /** Deletes the stored versions of a file, or of all files of a step. */
  async forget({ stepHours, member }: Pick<PlannedStep, 'stepHours' | 'member'>): Promise<void> {
    const label = fileLabel({ stepHours, member });
    for (const name of this.kept) {
      if (!name.startsWith(`${label}.`) && (member || !name.startsWith(`${label}-`))) continue;
      await rm(join(this.directory, name), { force: true });
      this.kept.delete(name);
    }
  }

  async remove(): Promise<void> {
    await rm(this.directory, { recursive: true, force: true });
  }
}

/**
 * Runs a task that uses the downloads. Deletes those that turn out to be bad, so that the next attempt fetches them
 * again, and all if the disk is full, which they may have caused.
 */
export async function forgettingBadDownloads<T>(
  cache: DownloadCache | undefined,
  task: () => Promise<T>,
): Promise<T> {
  try {
    return await task();
  } catch (error) {
    const { name, stepHours } = error as IngestError;
    if (BAD_FILE.includes(name) && stepHours !== undefined) await cache?.forget({ stepHours });
    else if (BAD.includes(name)) await cache?.remove();
    throw error;
  }
}

/** Relies on the names of the runs of one model and resolution sorting by time. */
async function isOfNoUse(downloads: string, other: string, name: string): Promise<boolean> {
  const series = name.slice(0, name.lastIndexOf('_') + 1);
  if (other.startsWith(series) && other < name) return true;
  // Another model's ingest may have just deleted its downloads.
  const changeMs = await changeMsOf(join(downloads, other));
  return changeMs !== undefined && changeMs < Date.now() - ABANDONED_AFTER_MS;
}

function fileLabel({ stepHours, member }: Pick<PlannedStep, 'stepHours' | 'member'>): string {
  return member ? `${stepLabel(stepHours)}-${member.name}` : stepLabel(stepHours);
}

function fileName(step: PlannedStep, ranges: FileRange[]): string {
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([step.digest, ranges]))
    .digest('hex');
  return `${fileLabel(step)}.${fingerprint.slice(0, 32)}`;
}

/** Only the last range may have no end: it takes the remaining bytes. */
function split(bytes: Uint8Array, ranges: FileRange[]): RangeBytes[] | undefined {
  let start = 0;
  const parts = ranges.map((range) => {
    const end = range.endBytes === undefined ? bytes.length : start + range.endBytes - range.startBytes;
    const part = { range, bytes: bytes.subarray(start, end) };
    start = end;
    return part;
  });
  return start === bytes.length ? parts : undefined;
}

function checksum(parts: RangeBytes[]): number {
  return parts.reduce((sum, { bytes }) => crc32(bytes, sum), 0);
}
