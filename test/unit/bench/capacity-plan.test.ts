import { describe, expect, test } from '@jest/globals';
import { figureOf } from '../../bench/scale/bench-figures.js';
import { type Demand, EXAMPLE_DEMAND, planCapacity } from '../../bench/scale/capacity-plan.js';
import { LIST_PRICES, trafficPrice } from '../../bench/scale/list-prices.js';
import { type MeasuredCosts, measuredCosts } from '../../bench/scale/measured-costs.js';
import { costTable, demandTable, limitTable, needTable, toMarkdown } from '../../bench/scale/scale-tables.js';
import figures from '../../bench/scale/bench-figures.json' with { type: 'json' };
import { guideText } from '../../support/written-texts.js';

/** Round figures, so that the results can be worked out by hand. */
const COSTS: MeasuredCosts = {
  machine: 'a machine',
  request: { repeatedUs: 100, distinctUs: 1_000, plainBytes: 50_000, gzipBytes: 10_000 },
  run: { downloadGb: 2, cpuSeconds: 108, residentGb: 1, storeGb: 3 },
  rowBytes: {
    client: 400,
    key: 600,
    clientMinute: 500,
    clientQuarter: 500,
    clientDay: 500,
    loggedRequest: 1_000,
  },
  usageRowsPerSecond: 1_000,
};
const DEMAND: Demand = {
  requestsPerSecond: 1_000,
  repeatedShare: 0.5,
  clients: 1_000_000,
  activeQuartersPerDay: 2,
  models: 2,
  usageRetentionDays: 100,
  requestLogRetentionDays: 10,
};

describe('a capacity plan', () => {
  const plan = planCapacity(COSTS, DEMAND);

  test('cores: 1,000 requests of 550 µs each second, half busy', () => {
    expect(plan.apiCores).toBeCloseTo(1.1, 9);
    expect(plan.apiMachines).toBe(2);
    // 8 runs of 108 s in 86,400 s.
    expect(plan.ingestCores).toBeCloseTo(0.02, 9);
    // A row each by minute, quarter and day, and one in the log.
    expect(plan.usageRowsPerSecond).toBe(4_000);
    expect(plan.databaseCores).toBeCloseTo(8, 9);
  });

  test('bandwidth, memory and storage', () => {
    expect(plan.bandwidthGbit).toBeCloseTo(0.08, 9);
    // 10 MB/s for 2,592,000 s.
    expect(plan.trafficTbPerMonth).toBeCloseTo(25.92, 9);
    expect(plan.downloadGbPerDay).toBe(16);
    expect(plan.runsInMemoryGb).toBe(6);
    expect(plan.bucketGb).toBe(12);
    expect(plan.database.clientsGb).toBeCloseTo(1, 9);
    // 30 million minutes kept for two days, 200 million quarters and 100 million days.
    expect(plan.database.rollUpsGb).toBeCloseTo(30 + 100 + 50, 9);
    expect(plan.database.requestLogGb).toBeCloseTo(864, 9);
  });

  test('costs', () => {
    // Two machines of 8 cores, two cores for ingest and 8 for the database, at 29.784 a month each.
    expect(plan.monthlyUsd.api).toBeCloseTo(476.544, 6);
    expect(plan.monthlyUsd.ingest).toBeCloseTo(59.568, 6);
    expect(plan.monthlyUsd.database).toBeCloseTo(238.272, 6);
    // (1 + 180 + 864) GB for the database and 12 GB on each of two machines.
    expect(plan.monthlyUsd.disks).toBeCloseTo(1_069 * 0.08, 6);
    expect(plan.monthlyUsd.traffic).toBeCloseTo(900 + 15_920 * 0.085, 6);
    const { total, ...parts } = plan.monthlyUsd;
    expect(total).toBeCloseTo(Object.values(parts).reduce((sum, part) => sum + part));
  });

  test('the first limit to be reached is listed first', () => {
    expect(plan.limits[0]).toMatchObject({ name: 'Usage rows that one connection writes', times: 4 });
    const times = plan.limits.map((limit) => limit.times);
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });
});

test.each([
  [0, 0],
  [10_000, 900],
  [50_000, 4_300],
  [160_000, 900 + 3_400 + 7_000 + 500],
])('%i GB of traffic costs %f dollars', (gb, usd) => {
  expect(trafficPrice(gb)).toBeCloseTo(usd, 6);
});

test('a missing figure, or one in another unit, is reported by name', () => {
  const figures = {
    machine: 'a machine',
    benchmarks: { point: { measuredAt: '2026-11-22', figures: { read: { value: 3, unit: 'µs' } } } },
  };
  expect(figureOf(figures, 'point', 'read', 'µs')).toBe(3);
  expect(() => figureOf(figures, 'point', 'written', 'µs')).toThrow('"written" of "npm run bench point"');
  expect(() => figureOf(figures, 'point', 'read', 's')).toThrow('in µs, not in s');
});

test('the guide contains the tables that npm run scale prints, and the sources of the figures', () => {
  const costs = measuredCosts(figures);
  const plan = planCapacity(costs, EXAMPLE_DEMAND);
  const guide = guideText('scale');
  for (const table of [costTable(costs), demandTable(EXAMPLE_DEMAND), needTable(plan), limitTable(plan)])
    expect(guide).toContain(toMarkdown(table));
  for (const source of [costs.machine, LIST_PRICES.source])
    expect(guide.replaceAll('\n', ' ')).toContain(source);
});
