import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import {
  BIAS_NUMBERS,
  type DayForecast,
  FORECAST_DAY,
  NO_VALUE,
  OBSERVED_DAY,
  PROBABILITY_SUMS,
  STATION_BIASES,
  SUMS,
  addError,
  addProbability,
  brierOf,
  correctionOf,
  correctionIndex,
  correctionsOf,
  degreesOf,
  learnDay,
  learnError,
  observedOffset,
  forecastOffset,
  scoresOf,
} from '../../../../src/weather/verification/index.js';
import { atOnce } from '../../../../src/core/background/index.js';
import { describeWithSharedData, sharedData } from '../../../support/shared-data.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

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

  const DAYS = [0, 1, 3, 5];
  const firstMs = Math.min(...forecasts.map(({ issuedMs }) => issuedMs));
  const celsiusAt = (atMs: number) => Number(observed.get(atMs)?.[2] || NaN);
  const hourOf = (atMs: number) => (atMs % DAY_MS) / HOUR_MS;

  interface Case {
    issuedMs: number;
    atMs: number;
    day: number;
    celsius: number;
    error: number;
  }

  /** The forecasts of a model, or the mean of GFS and IFS, whose hours were measured; those of the past are none. */
  function casesOf(model: string): Case[] {
    const models = model === 'mean' ? ['gfs_seamless', 'ecmwf_ifs025'] : [model];
    const found = new Map<string, Case[]>();
    for (const one of forecasts) {
      if (one.celsius === '' || one.day < 0 || !models.includes(one.model)) continue;
      const celsius = Number(one.celsius);
      const cases = found.get(`${one.issuedMs} ${one.atMs}`) ?? [];
      cases.push({ ...one, celsius, error: celsius - celsiusAt(one.atMs) });
      found.set(`${one.issuedMs} ${one.atMs}`, cases);
    }
    return [...found.values()]
      .filter((cases) => cases.length === models.length)
      .map((cases) => {
        const of = (name: 'celsius' | 'error') =>
          cases.reduce((sum, one) => sum + one[name], 0) / cases.length;
        return { ...cases[0], celsius: of('celsius'), error: of('error') };
      });
  }

  /** Mean absolute errors by day ahead, without the first two weeks. */
  function maeOf(cases: readonly Case[], correctionFor: (one: Case) => number): number[] {
    return DAYS.map((day) => {
      const some = cases.filter(
        (one) => one.day === day && one.issuedMs >= firstMs + 14 * DAY_MS && !Number.isNaN(one.error),
      );
      return some.reduce((sum, one) => sum + Math.abs(one.error - correctionFor(one)), 0) / some.length;
    });
  }
  const raw = (model: string) => maeOf(casesOf(model), () => 0);

  /** A bias for each day ahead and hour of the day, which knows what was measured before each issue. */
  function corrected(model: string): number[] {
    const cases = casesOf(model);
    const byTime = cases.filter(({ error }) => !Number.isNaN(error)).sort((a, b) => a.atMs - b.atMs);
    const biases = new Map<string, Float64Array>();
    const biasOf = ({ day, atMs }: Case) => {
      const key = `${day} ${hourOf(atMs)}`;
      if (!biases.has(key)) biases.set(key, new Float64Array(BIAS_NUMBERS));
      return biases.get(key)!;
    };
    const corrections = new Map<Case, number>();
    let known = 0;
    for (const one of cases.toSorted((a, b) => a.issuedMs - b.issuedMs)) {
      for (; known < byTime.length && byTime[known].atMs <= one.issuedMs; known++)
        learnError(biasOf(byTime[known]), byTime[known].error);
      corrections.set(one, correctionOf(biasOf(one)));
    }
    return maeOf(cases, (one) => corrections.get(one)!);
  }

  /** As the service does: for three hours together, day by day, and the current day as far as it is over. */
  function correctedByDay(model: string): number[] {
    const cases = casesOf(model);
    const issues = [...Map.groupBy(cases, ({ issuedMs }) => issuedMs)].sort(([a], [b]) => a - b);
    const learn = (before: Int16Array, dayMs: number, untilMs: number) => {
      const measured = new Int16Array(OBSERVED_DAY).fill(NO_VALUE);
      const days = issues
        .filter(([issuedMs]) => issuedMs < dayMs + DAY_MS)
        .map(([issuedMs, some]): DayForecast => {
          const values = new Int16Array(FORECAST_DAY).fill(NO_VALUE);
          for (const { atMs, celsius } of some)
            if (atMs >= dayMs && atMs < dayMs + DAY_MS && atMs <= untilMs && !Number.isNaN(celsiusAt(atMs))) {
              values[forecastOffset('temperature', 0) + hourOf(atMs)] = Math.round(10 * celsius);
              measured[observedOffset('temperature', 0) + hourOf(atMs)] = Math.round(10 * celsiusAt(atMs));
            }
          return { source: 'auto_uncorrected', leadHours: (dayMs - issuedMs) / HOUR_MS, values };
        });
      const day = { observed: measured, forecasts: days, isReliable: [true], carriedTo: () => [[], []] };
      return atOnce(learnDay(before, day));
    };
    let biases: Int16Array = new Int16Array(STATION_BIASES);
    let learnedMs = Math.floor(firstMs / DAY_MS) * DAY_MS;
    const corrections = new Map<number, Int8Array>();
    for (const [issuedMs] of issues) {
      for (; learnedMs + DAY_MS <= issuedMs; learnedMs += DAY_MS) biases = learn(biases, learnedMs, Infinity);
      corrections.set(issuedMs, correctionsOf(learn(biases, learnedMs, issuedMs)));
    }
    return maeOf(cases, ({ issuedMs, atMs, day }) =>
      degreesOf(corrections.get(issuedMs)![correctionIndex(0, 24 * day, hourOf(atMs))]),
    );
  }

  // The figures in percent of others, again.
  const FIGURES: [model: string, figures: number[]][] = [
    ['gfs_seamless', [-17.5, -3.7, -0.6, -4.6]],
    ['ecmwf_ifs025', [-5.7, -2.2, -1.7, -4.0]],
    ['ncep_nbm_conus', [-3.0, -3.2, -1.8, -3.9]],
    ['mean', [-11.6, -1.8, 0.1, -5.0]],
  ];
  const gains = (mae: number[], than: number[]) => mae.map((one, i) => 100 * (one / than[i] - 1));
  const expectNear = (ours: number[], figures: number[], most: number) =>
    ours.forEach((gain, i) => expect(Math.abs(gain - figures[i])).toBeLessThan(most));

  it.each(FIGURES)('the gain of the weighted experts for %s', (model, figures) => {
    expectNear(gains(corrected(model), raw(model)), figures, 0.5);
  });

  it.each(FIGURES)('the gain for %s by three hours, as the service learns it', (model, figures) => {
    const ours = gains(correctedByDay(model), raw(model));
    expectNear(ours, figures, 1.25);
    ours.forEach((gain) => expect(gain).toBeLessThan(1));
  });

  it('the gain of the mean of GFS and IFS over IFS, alone and corrected', () => {
    const ifs = raw('ecmwf_ifs025');
    expectNear(gains(raw('mean'), ifs), [-8, -16, -15, -9], 1);
    expectNear(gains(corrected('mean'), ifs), [-18, -18, -15, -13], 1);
  });
});
