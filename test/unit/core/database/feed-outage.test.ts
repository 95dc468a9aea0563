import { expect, test } from '@jest/globals';
import { FeedOutage } from '../../../../src/core/database/changes/feed-outage.js';

test('delays grow up to a bound, with jitter', () => {
  const outage = new FeedOutage();
  const waits = Array.from({ length: 12 }, () => {
    outage.fail(0);
    return outage.waitMs;
  });
  expect(waits[0]).toBeLessThanOrEqual(500);
  expect(waits[3]).toBeGreaterThan(1_999);
  for (const wait of waits.slice(6)) {
    expect(wait).toBeGreaterThanOrEqual(5_000);
    expect(wait).toBeLessThanOrEqual(10_000);
  }
  expect(new Set(waits.slice(6)).size).toBeGreaterThan(1);
  outage.end();
  outage.fail(0);
  expect(outage.waitMs).toBeLessThanOrEqual(500);
});

test('an outage of a minute is logged once, and so is its end', () => {
  const outage = new FeedOutage();
  const failures = [0, 30_000, 59_999, 60_000, 90_000, 3_600_000].map((nowMs) => outage.fail(nowMs));
  expect(failures).toEqual([false, false, false, true, false, false]);
  expect(outage.end()).toBe(true);
  expect(outage.end()).toBe(false);
});

test('a shorter outage is not logged, nor are several of them', () => {
  const outage = new FeedOutage();
  for (const startMs of [0, 40_000, 80_000]) {
    expect([outage.fail(startMs), outage.fail(startMs + 30_000)]).toEqual([false, false]);
    expect(outage.end()).toBe(false);
  }
});
