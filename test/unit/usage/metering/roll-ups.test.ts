import { expect, it } from '@jest/globals';
import {
  LATENCY_BUCKETS,
  latencyBucket,
  percentileMs,
} from '../../../../src/usage/metering/latency-buckets.js';
import {
  ACCOUNT_DAYS,
  CLIENT_MINUTES,
  CLIENT_QUARTERS,
  EVERY_ACCOUNT,
  type RollUpTable,
} from '../../../../src/usage/metering/roll-up-tables.js';
import { RollUps } from '../../../../src/usage/metering/roll-ups.js';
import { type UsageEvent } from '../../../../src/usage/metering/journal/usage-event.types.js';

/** Returns a reproducible generator: the same numbers each time. */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
}

function randomEvents(seed: number, count: number): UsageEvent[] {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, () => {
    const key = random(6);
    return {
      owner: { keyId: `key_${key}`, clientId: `cli_${key % 3}`, accountId: `acc_${(key % 3) % 2}` },
      route: `GET /${random(3)}`,
      timeMs: Date.UTC(2026, 10, 21, 23, 50) + random(20 * 60_000),
      status: [200, 304, 400, 429, 503][random(5)],
      units: random(4),
      bytes: random(10_000),
      durationUs: random(1_000_000),
    };
  });
}

it.each([1, 2, 3, 4, 5])('adds up to the same as a naive count (%i)', (seed) => {
  const events = randomEvents(seed, 2000);
  const rollUps = new RollUps();
  for (const event of events) rollUps.add(event);

  const check = (table: RollUpTable, idOf: (event: UsageEvent) => string[]) => {
    const expected = Map.groupBy(
      events.flatMap((event) => idOf(event).map((id) => ({ id, event }))),
      ({ id }) => id,
    );
    const rows = rollUps.rowsFor(table);
    const ids = rows.map((row) => table.keys.map((key) => row[key]).join('|'));
    expect([...ids].sort()).toEqual([...expected.keys()].sort());
    rows.forEach((row, index) => {
      const own = expected.get(ids[index])!.map(({ event }) => event);
      expect([row.requests, row.units, row.bytes]).toEqual([
        own.length,
        own.reduce((sum, { units }) => sum + units, 0),
        own.reduce((sum, { bytes }) => sum + bytes, 0),
      ]);
      const latencies = new Array<number>(LATENCY_BUCKETS).fill(0);
      for (const { durationUs } of own) latencies[latencyBucket(durationUs)] += 1;
      expect(latencies.map((_, bucket) => row[`l${bucket}`] ?? 0)).toEqual(latencies);
    });
  };
  const start = (timeMs: number, spanMs: number) => new Date(timeMs - (timeMs % spanMs)).toISOString();
  for (const table of [CLIENT_MINUTES, CLIENT_QUARTERS])
    check(table, ({ owner, timeMs, route, status }) => [
      [owner.clientId, start(timeMs, table.spanMs), owner.keyId, route, status].join('|'),
    ]);
  check(ACCOUNT_DAYS, ({ owner, timeMs, route, status }) =>
    [owner.accountId, EVERY_ACCOUNT].map((id) => [id, start(timeMs, 86_400_000), route, status].join('|')),
  );
});

it('estimates percentiles to within 15 %', () => {
  const random = randomNumbers(7);
  const durationsUs = Array.from({ length: 5000 }, () => 150 * 2 ** (random(1000) / 60));
  const counts = new Array<number>(48).fill(0);
  for (const durationUs of durationsUs) counts[latencyBucket(durationUs)] += 1;
  durationsUs.sort((a, b) => a - b);

  for (const share of [0.5, 0.95, 0.99]) {
    const exactMs = durationsUs[Math.ceil(share * durationsUs.length) - 1] / 1000;
    expect(Math.abs(percentileMs(counts, share)! / exactMs - 1)).toBeLessThan(0.15);
  }
});

it('counts the shortest durations in the first bucket, and all above a minute in the last', () => {
  expect([0, 1, 100].map(latencyBucket)).toEqual([0, 0, 0]);
  expect([101, 60e6, 600e6, 2 ** 32].map(latencyBucket)).toEqual([1, 47, 47, 47]);
});

it('returns no percentile without data', () => {
  expect(percentileMs(new Array<number>(48).fill(0), 0.5)).toBeNull();
});
