import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import {
  PROBABILITY_SUMS,
  SUMS,
  addError,
  addProbability,
  addVectorError,
  brierOf,
  crpsOfQuantiles,
  leadBinOf,
  leadHours,
  meanInterval,
  reliabilityOf,
  scoresOf,
} from '../../../../src/weather/verification/index.js';
import { describeWithPython } from '../../../support/describe-with-python.js';
import { generator } from '../../../support/random.js';

const PROGRAM = fileURLToPath(new URL('./scores.py', import.meta.url));
const random = generator(33);
const list = <T>(length: number, make: (i: number) => T) => Array.from({ length }, (_, i) => make(i));
const tenths = (most: number) => Math.round((random() - 0.4) * most * 10) / 10;

/** Days differ from each other, as weather does. */
const day = (i: number) => {
  const cases = 20 + Math.floor(random() * 10);
  return { cases, sum: cases * (1.5 + Math.sin(i) * 0.5 + random() * 0.3) };
};
const days = list(30, day);
const CASES = {
  pairs: list(500, () => [tenths(20), tenths(20)]),
  vectors: list(300, () => list(4, () => tenths(15))),
  probabilities: list(800, (): [number, 0 | 1] => {
    const percent = Math.floor(random() ** 2 * 101);
    return [percent, random() * 130 < percent ? 1 : 0];
  }),
  quantiles: list(50, (): [number[], number] => [
    list(3, () => tenths(10)).sort((a, b) => a - b),
    tenths(12),
  ]),
  days,
};

interface Expected {
  errors: { bias: number; mae: number; rmse: number };
  vectors: { mae: number; rmse: number };
  probability: {
    brier: number;
    bins: [number, number | null, number | null][];
  };
  quantileCrps: number[];
  interval: { low: number; high: number };
}

describeWithPython('scores, against an independent program', () => {
  const { stdout } = spawnSync('python3', [PROGRAM], { input: JSON.stringify(CASES), encoding: 'utf8' });
  const expected = JSON.parse(stdout) as Expected;

  it('sums of errors in tenths, in two parts that are merged', () => {
    const parts = [new Float64Array(SUMS), new Float64Array(2 * SUMS)];
    CASES.pairs.forEach(([forecast, observed], i) =>
      addError(parts[i % 2], (i % 2) * SUMS, Math.round(10 * (forecast - observed))),
    );
    parts[0].forEach((_, k) => (parts[0][k] += parts[1][SUMS + k]));
    expect(parts[0][0]).toBe(500);
    expect(parts[0].every(Number.isInteger)).toBe(true);
    const { bias, mae, rmse } = scoresOf(parts[0], 0, 0.1);
    expect(bias).toBeCloseTo(expected.errors.bias, 9);
    expect(mae).toBeCloseTo(expected.errors.mae, 9);
    expect(rmse).toBeCloseTo(expected.errors.rmse, 9);
  });

  it('vectors', () => {
    const sums = new Float64Array(SUMS);
    for (const [fu, fv, ou, ov] of CASES.vectors) {
      const square = (fu - ou) ** 2 + (fv - ov) ** 2;
      addVectorError(sums, 0, Math.sqrt(square), square);
    }
    const { mae, rmse } = scoresOf(sums, 0);
    expect(mae).toBeCloseTo(expected.vectors.mae, 9);
    expect(rmse).toBeCloseTo(expected.vectors.rmse, 9);
  });

  it('probabilities', () => {
    const sums = new Float64Array(PROBABILITY_SUMS);
    for (const [percent, happened] of CASES.probabilities) addProbability(sums, 0, percent, happened === 1);
    expect(brierOf(sums, 0)).toBeCloseTo(expected.probability.brier, 9);
    const bins = reliabilityOf(sums, 0);
    expect(bins.map(({ cases }) => cases)).toEqual(expected.probability.bins.map(([cases]) => cases));
    bins.forEach(({ forecast, observed }, i) => {
      expect(forecast).toBeCloseTo(expected.probability.bins[i][1]!, 9);
      expect(observed).toBeCloseTo(expected.probability.bins[i][2]!, 9);
    });
  });

  it('quantiles', () => {
    CASES.quantiles.forEach(([values, observed], i) =>
      expect(crpsOfQuantiles([0.1, 0.5, 0.9], values, observed)).toBeCloseTo(expected.quantileCrps[i], 9),
    );
  });

  it('intervals over days', () => {
    const { low, high } = meanInterval(CASES.days)!;
    expect(low).toBeCloseTo(expected.interval.low, 9);
    expect(high).toBeCloseTo(expected.interval.high, 9);
  });
});

describe('intervals', () => {
  it('are none of a single day', () => {
    expect(meanInterval(CASES.days.slice(1, 2))).toBeUndefined();
  });

  it('are wider than those that take each case alone, if the cases of a day err together', () => {
    const together = list(30, (i) => ({ cases: 24, sum: 24 * (i % 2) }));
    const { low, high } = meanInterval(together)!;
    // The standard error of the mean of 30 days; of 720 single cases it would be a fifth of that.
    const standardError = 0.5 / Math.sqrt(30);
    expect((high - low) / (2 * 1.96 * standardError)).toBeCloseTo(1, 0);
    expect(high - low).toBeGreaterThan(0.3);
  });
});

describe('lead times', () => {
  it('are hourly for two days, then every three hours, in bins', () => {
    expect(leadHours()).toHaveLength(49 + 24);
    expect([0, 5, 6, 11, 12, 23, 24, 47, 48, 49, 51, 71, 72, 119, 120, 121, -1].map(leadBinOf)).toEqual([
      0, 0, 1, 1, 2, 2, 3, 3, 4, -1, 4, -1, 5, -1, 6, -1, -1,
    ]);
  });
});
