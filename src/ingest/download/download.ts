import { coalesceRanges, containsRange, type FileRange } from '../source/byte-ranges.js';
import { namingDiskFull } from './naming-disk-full.js';
import { type DownloadCache, type RangeBytes } from './download-cache.js';
import { IngestError, namingFile } from '../ingest-error.js';
import { filesLabel } from '../plan/inventories.js';
import { type PlannedRecord, type PlannedStep } from '../plan/run-plan.js';
import { type ByteSource } from '../source/byte-source.js';
import { type FileVersion } from '../source/file-version.js';
import { type Mirrors, urlOf } from '../source/mirrors.js';
import { requireWholeInventory } from './whole-inventory.js';
import { withDeadline } from './with-deadline.js';
import { stepLabel } from '../request/step-list.js';

/** The largest gap between two records that is cheaper to download than a separate request. */
const GAP_BYTES = 32 * 1024;

/**
 * Files fetched ahead while an earlier one is decoded. At 0.25° each takes about 12 MB, one of a member less than 4 MB.
 */
const FILES_AHEAD = 1;
const MEMBERS_AHEAD = 6;

export interface DownloadedRecord {
  record: PlannedRecord;
  /** The record's message, from its first byte to the next record. */
  bytes: Uint8Array;
  /** The message of the record that this one is a share of. */
  wholeBytes?: Uint8Array;
  /** The file's URL, for messages. */
  url: string;
}

export type RecordBytes = Pick<DownloadedRecord, 'record' | 'bytes' | 'wholeBytes'>;

/** A downloaded file of a step. */
export interface DownloadedStep {
  stepHours: number;
  records: DownloadedRecord[];
  /** Whether no further file of the step follows. */
  isLastFile: boolean;
  /** Bytes fetched from the source; 0 if an earlier ingest fetched the file. */
  downloadedBytes: number;
  /** Frees the records' memory without waiting for garbage collection. Nothing may read them afterwards. */
  release: () => void;
}

/**
 * Fetches the planned records in step order, some files ahead of the consumer. A file that its source fails to deliver
 * is fetched from another source with the same inventory. If the consumer stops early, all transfers have ended once
 * the generator has returned.
 *
 * @param cache undefined if the sources are as near as a cache would be
 * @throws IngestError (DiskFullError, DownloadTimeoutError); whatever the sources throw
 */
export async function* downloadSteps(
  mirrors: Mirrors,
  steps: PlannedStep[],
  cache: DownloadCache | undefined,
  { signal, stepDeadlineMs }: { signal: AbortSignal; stepDeadlineMs: number },
): AsyncGenerator<DownloadedStep> {
  const giveUp = new AbortController();
  const combined = AbortSignal.any([signal, giveUp.signal]);
  const underWay: Promise<DownloadedStep>[] = [];
  const waiting = [...steps];
  try {
    for (;;) {
      while (waiting.length > 0 && underWay.length <= filesAhead(waiting[0])) {
        const [step] = waiting.splice(0, 1);
        const isLastFile = waiting[0]?.stepHours !== step.stepHours;
        const download = downloadFile(mirrors, step, cache, { signal: combined, stepDeadlineMs }).then(
          (file) => ({
            ...file,
            isLastFile,
          }),
        );
        // The failure is thrown later; until then it must not count as an unhandled rejection.
        download.catch(() => undefined);
        underWay.push(download);
      }
      const next = underWay.shift();
      if (!next) return;
      yield await next;
    }
  } finally {
    giveUp.abort();
    await Promise.allSettled(underWay);
  }
}

function filesAhead({ member }: PlannedStep): number {
  return member ? MEMBERS_AHEAD : FILES_AHEAD;
}

/**
 * Returns the number of bytes that `downloadSteps` fetches with an empty cache; undefined if a range has no known end.
 */
export function plannedBytes(steps: PlannedStep[]): number | undefined {
  const ranges = steps.flatMap(rangesOf);
  const sizes = ranges.map(({ startBytes, endBytes }) => (endBytes ?? NaN) - startBytes);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return Number.isNaN(total) ? undefined : total;
}

function rangesOf({ records }: PlannedStep): FileRange[] {
  return coalesceRanges(
    records.flatMap(({ range, whole }) => (whole ? [range, whole.range] : [range])),
    GAP_BYTES,
  );
}

async function downloadFile(
  mirrors: Mirrors,
  step: PlannedStep,
  cache: DownloadCache | undefined,
  { signal, stepDeadlineMs }: { signal: AbortSignal; stepDeadlineMs: number },
): Promise<Omit<DownloadedStep, 'isLastFile'>> {
  const { stepHours, records } = step;
  const ranges = rangesOf(step);
  const kept = await cache?.read(step, ranges);
  const fetchFrom = (source: ByteSource) =>
    withDeadline(stepLabel(stepHours), stepDeadlineMs, signal, async (stepSignal) => {
      const parts = await fetchStep(source, step, ranges, stepSignal);
      mirrors.noteStep(source);
      return parts;
    });
  if (kept) mirrors.noteStep(step.source);
  const find = () => mirrors.find(fetchFrom, signal, step.source);
  const parts = kept ?? (await namingFile(stepHours, undefined, find))!;
  if (!kept)
    await namingDiskFull(`the download of ${stepLabel(stepHours)}`, async () => cache?.keep(step, parts));
  return {
    stepHours,
    records: records.map((record) => ({
      record,
      bytes: bytesOf(parts, record.range),
      url: urlOf(step.source, record.range.path),
      ...(record.whole && { wholeBytes: bytesOf(parts, record.whole.range) }),
    })),
    downloadedBytes: kept ? 0 : parts.reduce((sum, { bytes }) => sum + bytes.length, 0),
    release: () => parts.forEach(({ bytes }) => releaseBytes(bytes)),
  };
}

async function fetchStep(
  source: ByteSource,
  step: PlannedStep,
  ranges: FileRange[],
  signal: AbortSignal,
): Promise<RangeBytes[]> {
  const versions = await versionsAt(source, step, signal);
  const [parts] = await Promise.all([
    Promise.all(
      ranges.map(async (range) => {
        const { path } = range;
        return { range, bytes: await source.readRange(path, range, signal, versions.get(path)) };
      }),
    ),
    requireWholeInventory(source, step, signal, versions),
  ]);
  return parts;
}

/** Returns the source's versions of the files that the plan was made for. */
async function versionsAt(
  source: ByteSource,
  step: PlannedStep,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, FileVersion>> {
  if (source === step.source) return step.versions;
  const found = await step.readAt(source, signal);
  if (found?.recordsDigest === step.recordsDigest) return found.versions;
  throw new IngestError(
    'FileMissingError',
    `${filesLabel({ ...step, source })} is ${found ? 'another inventory' : 'not there'}`,
  );
}

function bytesOf(parts: RangeBytes[], wanted: FileRange): Uint8Array {
  const { range, bytes } = parts.find((part) => containsRange(part.range, wanted))!;
  const { startBytes, endBytes = range.startBytes + bytes.length } = wanted;
  return bytes.subarray(startBytes - range.startBytes, endBytes - range.startBytes);
}

/** Skips bytes that are part of a larger buffer: others may use it, too. */
function releaseBytes({ buffer, length }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
}
