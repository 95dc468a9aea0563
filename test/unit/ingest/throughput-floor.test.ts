import { afterEach, expect, jest, test } from '@jest/globals';
import { ThroughputFloor } from '../../../src/ingest/source/throughput-floor.js';

const FLOOR = { bytes: 100, perMs: 1_000 };

afterEach(() => void jest.restoreAllMocks());

/** Counts bytes at given times, in milliseconds since the start. */
function count(...transfers: [atMs: number, bytes: number][]): void {
  let nowMs = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const floor = new ThroughputFloor('http://mirror/file', FLOOR);
  for (const [atMs, bytes] of transfers) {
    nowMs = atMs;
    floor.count(bytes);
  }
}

test('requires nothing before the end of the first interval, and then its bytes', () => {
  expect(() => count([1, 1], [999, 1], [1_000, 98], [2_000, 100])).not.toThrow();
  expect(() => count([1, 1], [999, 1], [1_000, 97])).toThrow('only 99 bytes came in 1.0 s');
});

test('ignores bytes from an earlier interval', () => {
  expect(() => count([1_000, 10_000], [2_000, 99])).toThrow('only 99 bytes came in 1.0 s');
});

test('requires more for a longer interval', () => {
  expect(() => count([2_000, 199])).toThrow('only 199 bytes came in 2.0 s');
  expect(() => count([2_000, 200])).not.toThrow();
});
