import { describe, expect, test } from '@jest/globals';
import { coalesceRanges, containsRange, type FileRange } from '../../../src/ingest/source/byte-ranges.js';

const range = (startBytes: number, endBytes?: number, path = 'file'): FileRange => ({
  path,
  startBytes,
  endBytes,
});

describe('neighbouring ranges', () => {
  test('become one request when at most the gap lies between them', () => {
    expect(coalesceRanges([range(0, 10), range(20, 30)], 10)).toEqual([range(0, 30)]);
    expect(coalesceRanges([range(0, 10), range(21, 30)], 10)).toEqual([range(0, 10), range(21, 30)]);
  });

  test('are joined whatever their order, also when they touch, overlap or are equal', () => {
    const ranges = [range(50, 60), range(0, 10), range(10, 20), range(15, 18), range(50, 60)];
    expect(coalesceRanges(ranges, 0)).toEqual([range(0, 20), range(50, 60)]);
  });

  test('the last record of a file keeps the range open', () => {
    expect(coalesceRanges([range(90), range(80, 90)], 0)).toEqual([range(80)]);
    expect(coalesceRanges([range(90), range(0, 10)], 0)).toEqual([range(0, 10), range(90)]);
  });

  test('of two files stay apart, however near their numbers are', () => {
    const ranges = [range(0, 10, 'b'), range(5, 10, 'a'), range(0, 5, 'a')];
    expect(coalesceRanges(ranges, 0)).toEqual([range(0, 10, 'a'), range(0, 10, 'b')]);
    expect(containsRange(range(0, 20, 'a'), range(0, 10, 'b'))).toBe(false);
  });

  test('the given ranges stay as they are', () => {
    const ranges = [range(0, 10), range(10, 20)];
    coalesceRanges(ranges, 0);
    expect(ranges).toEqual([range(0, 10), range(10, 20)]);
  });

  test('a range has another one when it has all of its bytes', () => {
    expect(containsRange(range(0, 20), range(10, 20))).toBe(true);
    expect(containsRange(range(0, 20), range(10, 21))).toBe(false);
    expect(containsRange(range(5, 20), range(0, 10))).toBe(false);
    expect(containsRange(range(0), range(10))).toBe(true);
    expect(containsRange(range(0, 20), range(10))).toBe(false);
  });
});
