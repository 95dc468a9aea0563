import { type Segment } from './journal.js';

const MOST_BYTES = 16 * 2 ** 20;
const MOST_SEGMENTS = 1_000;

/** Splits a journal's segments into batches, one per transaction: many small segments, or a single large one. */
export function* batchesOf(segments: readonly Segment[]): Generator<Segment[], void> {
  let batch: Segment[] = [];
  let bytes = 0;
  for (const segment of segments) {
    const isFull = batch.length === MOST_SEGMENTS || bytes + segment.sizeBytes > MOST_BYTES;
    if (isFull && batch.length > 0) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(segment);
    bytes += segment.sizeBytes;
  }
  if (batch.length > 0) yield batch;
}
