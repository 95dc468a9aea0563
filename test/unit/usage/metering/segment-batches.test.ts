import { expect, it } from '@jest/globals';
import { type Segment } from '../../../../src/usage/metering/journal/journal.js';
import { batchesOf } from '../../../../src/usage/metering/journal/segment-batches.js';

const MIB = 2 ** 20;
const segmentsOf = (sizes: number[]): Segment[] =>
  sizes.map((sizeBytes, index) => ({ journalId: 'j', sequence: index + 1, path: '', sizeBytes, begunMs: 0 }));
const sizesOf = (sizes: number[]) => [...batchesOf(segmentsOf(sizes))].map((batch) => batch.length);

it('applies many small segments in one transaction, and a large one in its own', () => {
  expect(sizesOf([])).toEqual([]);
  expect(sizesOf(new Array<number>(2_500).fill(0))).toEqual([1_000, 1_000, 500]);
  expect(sizesOf([17 * MIB, 17 * MIB, 1])).toEqual([1, 1, 1]);
  expect(sizesOf([8 * MIB, 8 * MIB, 1, 15 * MIB])).toEqual([2, 2]);
});

it('omits none, and keeps their order', () => {
  const segments = segmentsOf(Array.from({ length: 3_000 }, (_, i) => (i % 7) * 40_000));
  expect([...batchesOf(segments)].flat()).toEqual(segments);
});
