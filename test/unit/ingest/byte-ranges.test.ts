import { describe, expect, test } from '@jest/globals';
import { coalesceRanges, containsRange, type FileRange } from '../../../src/ingest/source/byte-ranges.js';

const range = (startBytes: number, endBytes?: number, path = 'file'): FileRange => ({
  path,
  startBytes,
  endBytes,
});

describe('adjacent ranges', () => {
  test('are merged into one request if the gap between them is small enough', () => {
    expect(coalesceRanges([range(0, 10), range(20, 30)], 10)).toEqual([range(0, 30)]);
    expect(coalesceRanges([range(0, 10), range(21, 30)], 10)).toEqual([range(0, 10), range(21, 30)]);
  });

  test('are merged in any order, even if they touch, overlap or are equal', () => {
    const ranges = [range(50, 60), range(0, 10), range(10, 20), range(15, 18), range(50, 60)];
    expect(coalesceRanges(ranges, 0)).toEqual([range(0, 20), range(50, 60)]);
  });

  test('stay open-ended if they include the last record of a file', () => {
    expect(coalesceRanges([range(90), range(80, 90)], 0)).toEqual([range(80)]);
    expect(coalesceRanges([range(90), range(0, 10)], 0)).toEqual([range(0, 10), range(90)]);
  });

  test('of two files are not merged, however close their offsets are', () => {
    const ranges = [range(0, 10, 'b'), range(5, 10, 'a'), range(0, 5, 'a')];
    expect(coalesceRanges(ranges, 0)).toEqual([range(0, 10, 'a'), range(0, 10, 'b')]);
    expect(containsRange(range(0, 20, 'a'), range(0, 10, 'b'))).toBe(false);
  });

  test('are not modified', () => {
    const ranges = [range(0, 10), range(10, 20)];
    coalesceRanges(ranges, 0);
    expect(ranges).toEqual([range(0, 10), range(10, 20)]);
  });

  test('contain another range if they include all of its bytes', () => {
    expect(containsRange(range(0, 20), range(10, 20))).toBe(true);
    expect(containsRange(range(0, 20), range(10, 21))).toBe(false);
    expect(containsRange(range(5, 20), range(0, 10))).toBe(false);
    expect(containsRange(range(0), range(10))).toBe(true);
    expect(containsRange(range(0, 20), range(10))).toBe(false);
  });
});
