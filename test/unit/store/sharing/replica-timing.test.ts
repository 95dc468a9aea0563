import { expect, it } from '@jest/globals';
import { DEFAULT_REPLICA_TIMING, pollDelayMs } from '../../../../src/store/sharing/replica-timing.js';

const delays = (random: number) =>
  [0, 1, 3, 4, 9].map((failures) => pollDelayMs(DEFAULT_REPLICA_TIMING, failures, random));

it('doubles with each failure, up to a minute', () => {
  expect(delays(0)).toEqual([4_000, 8_000, 32_000, 60_000, 60_000]);
});

it('is extended randomly, so that replicas don’t poll simultaneously', () => {
  expect(delays(1)).toEqual([6_000, 12_000, 48_000, 90_000, 90_000]);
  expect(pollDelayMs(DEFAULT_REPLICA_TIMING, 0, 0.25)).toBe(4_500);
});
