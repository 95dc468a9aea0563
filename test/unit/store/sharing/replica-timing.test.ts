import { expect, it } from '@jest/globals';
import { DEFAULT_REPLICA_TIMING, pollDelayMs } from '../../../../src/store/sharing/replica-timing.js';

const delays = (random: number) =>
  [0, 1, 3, 4, 9].map((failures) => pollDelayMs(DEFAULT_REPLICA_TIMING, true, failures, random));

it('doubles with each failure, up to a minute', () => {
  expect(delays(0)).toEqual([4_000, 8_000, 32_000, 60_000, 60_000]);
});

it('is extended randomly, so that replicas don’t poll simultaneously', () => {
  expect(delays(1)).toEqual([6_000, 12_000, 48_000, 90_000, 90_000]);
  expect(pollDelayMs(DEFAULT_REPLICA_TIMING, true, 0, 0.25)).toBe(4_500);
});

it('is at most 5 s until runs are loaded', () => {
  const delaysOfUnloaded = (random: number) =>
    [0, 1, 9].map((failures) => Math.round(pollDelayMs(DEFAULT_REPLICA_TIMING, false, failures, random)));
  expect(delaysOfUnloaded(0)).toEqual([3_333, 3_333, 3_333]);
  expect(delaysOfUnloaded(1)).toEqual([5_000, 5_000, 5_000]);
});
