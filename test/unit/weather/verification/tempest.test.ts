import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import {
  PROBABILITY_SUMS,
  SUMS,
  addError,
  addProbability,
  brierOf,
  scoresOf,
} from '../../../../src/weather/verification/index.js';
import { describeWithSharedData, sharedData } from '../../../support/shared-data.js';

const DAY_MS = 86_400_000;

function rowsOf(name: string): string[][] {
  const text = readFileSync(join(sharedData!, 'verification', 'tempest', name), 'utf8');
  const [, ...lines] = text.trim().split('\n');
  return lines.map((line) => line.split(','));
}

describeWithSharedData('real forecasts of three models for a station, over 65 days', () => {
  const observed = new Map(rowsOf('observations.csv').map((row) => [Date.parse(row[0]), row]));
  const forecasts = rowsOf('forecasts.csv').map(([capturedAt, validAt, model, celsius, , percent]) => {
    const [issuedMs, atMs] = [Date.parse(capturedAt), Date.parse(validAt)];
    return { issuedMs, atMs, model, celsius, percent, day: Math.floor((atMs - issuedMs) / DAY_MS) };
  });

  /** Of hours of which at least the half was measured. */
  const rainAt = (atMs: number) => {
    const row = observed.get(atMs);
    return row && Number(row[1]) >= 30 ? row[8] : '';
  };

  it.each(rowsOf('brier.golden.csv'))(
    'the Brier score of %s, day %s',
    (model, day, cases, baseRate, brier) => {
      const sums = new Float64Array(PROBABILITY_SUMS);
      let rainy = 0;
      for (const one of forecasts) {
        const rain = rainAt(one.atMs);
        if (one.model !== model || one.day !== Number(day) || one.percent === '' || rain === '') continue;
        addProbability(sums, 0, Number(one.percent), Number(rain) >= 0.1);
        if (Number(rain) >= 0.1) rainy++;
      }
      expect(sums[0]).toBe(Number(cases));
      expect(rainy / sums[0]).toBeCloseTo(Number(baseRate), 4);
      expect(brierOf(sums, 0)).toBeCloseTo(Number(brier), 5);
    },
  );

  // The figures were worked out for the same series by others, without its first two weeks.
  it.each<[model: string, days: number[]]>([
    ['gfs_seamless', [1.49, 1.46, 1.89, 2.26]],
    ['ecmwf_ifs025', [1.39, 1.61, 1.92, 1.97]],
    ['ncep_nbm_conus', [1.17, 1.3, 1.42, 1.48]],
  ])('the MAE of %s 0, 1, 3 and 5 days ahead', (model, expected) => {
    const firstMs = Math.min(...forecasts.map(({ issuedMs }) => issuedMs)) + 14 * DAY_MS;
    const ours = [0, 1, 3, 5].map((day) => {
      const sums = new Float64Array(SUMS);
      for (const one of forecasts) {
        const celsius = observed.get(one.atMs)?.[2] ?? '';
        if (one.model !== model || one.day !== day || one.issuedMs < firstMs) continue;
        if (one.celsius !== '' && celsius !== '') addError(sums, 0, Number(one.celsius) - Number(celsius));
      }
      return scoresOf(sums, 0).mae;
    });
    ours.forEach((mae, i) => expect(Math.abs(mae - expected[i])).toBeLessThan(0.006));
  });
});
