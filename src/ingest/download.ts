import { coalesceRanges, containsRange } from './byte-ranges.js';
import { type PlannedRecord, type PlannedStep } from './run-plan.js';
import { type ByteSource } from './source/byte-source.js';

/** Bytes between two records that cost less than a request of their own would. */
const GAP_BYTES = 32 * 1024;

/** Steps that are fetched while an earlier one is decoded. */
const STEPS_AHEAD = 2;

export interface DownloadedRecord {
  record: PlannedRecord;
  /** The record's message, from its first byte to the next record. */
  bytes: Uint8Array;
}

export interface DownloadedStep {
  stepHours: number;
  path: string;
  records: DownloadedRecord[];
  downloadedBytes: number;
}

/**
 * Fetches the planned records step by step, in order, a few steps ahead of the consumer. When the consumer ends early,
 * nothing is under way any more once the generator has returned.
 *
 * @throws whatever the source throws
 */
export async function* downloadSteps(
  source: ByteSource,
  steps: PlannedStep[],
  signal: AbortSignal,
): AsyncGenerator<DownloadedStep> {
  const giveUp = new AbortController();
  const combined = AbortSignal.any([signal, giveUp.signal]);
  const underWay: Promise<DownloadedStep>[] = [];
  const waiting = [...steps];
  try {
    for (;;) {
      while (waiting.length > 0 && underWay.length <= STEPS_AHEAD) {
        const download = downloadStep(source, waiting.splice(0, 1)[0], combined);
        // A failure is thrown when its turn comes; until then it must not count as unhandled.
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

async function downloadStep(
  source: ByteSource,
  { stepHours, path, records }: PlannedStep,
  signal: AbortSignal,
): Promise<DownloadedStep> {
  const ranges = coalesceRanges(
    records.map(({ range }) => range),
    GAP_BYTES,
  );
  const parts = await Promise.all(
    ranges.map(async (range) => ({ range, bytes: await source.readRange(path, range, signal) })),
  );
  return {
    stepHours,
    path,
    records: parts.flatMap(({ range, bytes }) =>
      records
        .filter((record) => containsRange(range, record.range))
        .map((record) => {
          const { startBytes, endBytes = range.startBytes + bytes.length } = record.range;
          return {
            record,
            bytes: bytes.subarray(startBytes - range.startBytes, endBytes - range.startBytes),
          };
        }),
    ),
    downloadedBytes: parts.reduce((sum, { bytes }) => sum + bytes.length, 0),
  };
}
