import { expect, it } from '@jest/globals';
import { HOUR_MS } from '../../../../src/core/time/index.js';
import { TimeZone } from '../../../../src/core/time/time-zone.js';
import { bucketBoundariesMs, MOST_BUCKETS } from '../../../../src/usage/reports/report-buckets.js';

const startMs = Date.UTC(2026, 9, 1);
const zone = (name: string) => TimeZone.named(name)!;
const iso = (timesMs: number[] | undefined) => timesMs?.map((timeMs) => new Date(timeMs).toISOString());

it('allows exactly the maximum number of buckets', () => {
  const hours = (count: number) =>
    bucketBoundariesMs({ startMs, endMs: startMs + count * HOUR_MS }, 'hour', zone('UTC'));
  expect(hours(MOST_BUCKETS)).toHaveLength(MOST_BUCKETS + 1);
  expect(hours(MOST_BUCKETS + 1)).toBeUndefined();
});

it('follows local hours if clocks change by half an hour', () => {
  const span = { startMs: Date.UTC(2026, 9, 3, 13, 30), endMs: Date.UTC(2026, 9, 3, 18) };
  const boundaries = iso(bucketBoundariesMs(span, 'hour', zone('Australia/Lord_Howe')))!;
  expect(boundaries.slice(0, 2)).toEqual(['2026-10-03T13:30:00.000Z', '2026-10-03T14:30:00.000Z']);
  expect(boundaries.slice(-3)).toEqual([
    '2026-10-03T16:00:00.000Z',
    '2026-10-03T17:00:00.000Z',
    '2026-10-03T18:00:00.000Z',
  ]);
});

it('gives a day with a clock change 23 or 25 hours', () => {
  const span = { startMs: Date.UTC(2026, 9, 24, 12), endMs: Date.UTC(2026, 9, 26) };
  expect(iso(bucketBoundariesMs(span, 'day', zone('Europe/Warsaw')))).toEqual([
    '2026-10-23T22:00:00.000Z',
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T23:00:00.000Z',
    '2026-10-26T23:00:00.000Z',
  ]);
});
