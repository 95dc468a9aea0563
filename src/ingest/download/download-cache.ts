import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { runName } from '../../model-store/format/run-directory.js';
import { type FileRange } from '../source/byte-ranges.js';
import { IngestError, type IngestErrorName } from '../ingest-error.js';
import { type IngestRequest } from '../request/ingest-request.js';
import { type PlannedStep } from '../plan/run-plan.js';
import { stepLabel } from '../request/step-list.js';

const CHECKSUM_BYTES = 4;

const BAD: IngestErrorName[] = [
  'MalformedMessageError',
  'UnsupportedMessageError',
  'ForeignMessageError',
  'ImplausibleValuesError',
  'GridMismatchError',
  'DiskFullError',
];

/** What rests this long was left by an ingest that nobody takes up again. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

/** The bytes of a range of a file. */
export interface RangeBytes {
  range: FileRange;
  bytes: Uint8Array;
}

/**
 * What was downloaded of one run, a file for each one of the source, so that an ingest that was killed need not fetch it again. A
 * file is named after its step (and its member) and after the inventory and ranges it was fetched for, and begins with the checksum of
 * the rest: what is of another upload, or was not written to its end, is not used.
 *
 * `remove` deletes them once the run is published. Of other runs `open` deletes what can be of no more use: those that
 * are older, of the same model and resolution, and what nobody has added to for a day.
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
    for (const other of await readdir(downloads)) {
      if (other !== name && (await isOfNoUse(downloads, other, name)))
        await rm(join(downloads, other), { recursive: true, force: true });
    }
    return new DownloadCache(directory, new Set(await readdir(directory)));
  }

  /** The bytes of the ranges as an earlier ingest fetched them, or undefined. */
  async read(step: PlannedStep, ranges: FileRange[]): Promise<RangeBytes[] | undefined> {
    const name = fileName(step, ranges);
    if (!this.kept.has(name)) return undefined;
    const file = await readFile(join(this.directory, name));
    const parts = file.length > CHECKSUM_BYTES ? split(file.subarray(CHECKSUM_BYTES), ranges) : undefined;
    if (parts && checksum(parts) === file.readUInt32LE()) return parts;
    return undefined;
  }

  /** Keeps what was fetched; a process that is killed meanwhile leaves nothing that would be read. */
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
  }

  /** What is there of a file that is fetched anew is of no use. */
  private async forget(step: PlannedStep): Promise<void> {
    for (const name of this.kept) {
      if (!name.startsWith(`${fileLabel(step)}.`)) continue;
      await rm(join(this.directory, name), { force: true });
      this.kept.delete(name);
    }
  }

  async remove(): Promise<void> {
    await rm(this.directory, { recursive: true, force: true });
  }
}

/**
 * Does what needs the downloads. They are forgotten when they turn out to be at fault, so that the next attempt fetches
 * anew, and when they may be what fills the disk.
 */
export async function forgettingBadDownloads<T>(
  cache: DownloadCache | undefined,
  task: () => Promise<T>,
): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof IngestError && BAD.includes(error.name)) await cache?.remove();
    throw error;
  }
}

/** The names of the runs of one model and resolution sort by time. */
async function isOfNoUse(downloads: string, other: string, name: string): Promise<boolean> {
  const series = name.slice(0, name.lastIndexOf('_') + 1);
  if (other.startsWith(series) && other < name) return true;
  const { mtimeMs } = await stat(join(downloads, other));
  return mtimeMs < Date.now() - ABANDONED_AFTER_MS;
}

function fileLabel({ stepHours, member }: PlannedStep): string {
  return member ? `${stepLabel(stepHours)}-${member.name}` : stepLabel(stepHours);
}

function fileName(step: PlannedStep, ranges: FileRange[]): string {
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([step.digest, ranges]))
    .digest('hex');
  return `${fileLabel(step)}.${fingerprint.slice(0, 32)}`;
}

/** Of the ranges only the last may have no end: it takes what is left. */
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
