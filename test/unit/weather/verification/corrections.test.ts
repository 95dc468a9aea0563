import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import {
  BIAS_NUMBERS,
  type CarriedErrors,
  CORRECTED_FIELDS,
  type DayForecast,
  FORECAST_DAY,
  HOUR_BINS,
  type NearCorrection,
  NO_CORRECTION,
  NO_VALUE,
  OBSERVED_DAY,
  STATION_BIASES,
  STATION_CORRECTIONS,
  carriedErrors,
  carriedShares,
  carriedShare,
  correctionOf,
  correctionIndex,
  correctionsOf,
  learnDay,
  learnError,
  meanCorrection,
  observedOffset,
  forecastOffset,
  verifiedWeights,
  wideningOf,
} from '../../../../src/weather/verification/index.js';
import { atOnce } from '../../../../src/core/background/index.js';
import { describeWithPython } from '../../../support/describe-with-python.js';
import { generator } from '../../../support/random.js';

const PROGRAM = fileURLToPath(new URL('./corrections.py', import.meta.url));
const random = generator(6);
const list = <T>(length: number, make: (i: number) => T) => Array.from({ length }, (_, i) => make(i));
const noise = (most: number) => (random() + random() + random() - 1.5) * most;

const CASES = {
  errors: [
    // Single cases; those of days; a bias that changes; one beyond what is corrected.
    list(40, () => [1 + noise(2), 1]),
    list(40, () => [noise(2), 1 + Math.floor(random() * 12)]),
    list(40, (i) => [(i < 20 ? 2 : -2) + noise(1), 3]),
    list(40, () => [9 + noise(1), 12]),
  ],
  coverages: [0.05, 0.3, 0.55, 0.7, 0.7499, 0.75, 0.8, 0.95].flatMap((coverage) =>
    [30, 300, 30_000].map((cases) => [coverage, cases]),
  ),
};

describeWithPython('corrections, against an independent program', () => {
  const { stdout } = spawnSync('python3', [PROGRAM], { input: JSON.stringify(CASES), encoding: 'utf8' });
  const expected = JSON.parse(stdout) as { corrections: number[][]; widenings: number[] };

  it.each([...CASES.errors.keys()])('the mean of the experts after each error: series %i', (series) => {
    const bias = new Float64Array(BIAS_NUMBERS);
    CASES.errors[series].forEach(([error, cases], i) => {
      learnError(bias, error, cases);
      expect(correctionOf(bias)).toBeCloseTo(expected.corrections[series][i], 9);
    });
  });

  it('the widening of quantiles by their coverage', () => {
    CASES.coverages.forEach(([coverage, cases], i) => {
      // The deviations of a normal distribution are worked out to 0.2 %.
      expect(wideningOf(coverage, cases) / expected.widenings[i]).toBeCloseTo(1, 2);
      expect(wideningOf(coverage, cases)).toBeGreaterThanOrEqual(1);
    });
  });
});

it('quantiles of which nothing is known, or that are too wide, stay as they are', () => {
  expect([wideningOf(NaN, 0), wideningOf(0, 0), wideningOf(0.99, 10_000)]).toEqual([1, 1, 1]);
});

describe('corrections that are carried', () => {
  const near = (distanceKm: number, value: number, meters = 0): NearCorrection => ({
    distanceKm,
    meters,
    value,
  });
  const carried = (...stations: NearCorrection[]) =>
    carriedShares(stations).reduce((sum, share, i) => sum + share * stations[i].value, 0);

  it('fade with the distance and the height of the nearest, to none', () => {
    expect(carried()).toBe(0);
    expect(carried(near(0, 2))).toBe(2);
    expect(carried(near(50, 2))).toBe(1);
    expect(carried(near(0, 2, -150))).toBe(1);
    expect(carried(near(100, 2))).toBe(0);
    expect(carried(near(10, 2, 300))).toBe(0);
  });

  it('are weighted by the inverse of the distance', () => {
    // By hand: fits 0.8 and 0.6, weights 0.8 / 20 and 0.6 / 40; of them, the nearest fits by 0.8.
    const expected = (0.8 * (0.04 * 1 + 0.015 * 2)) / 0.055;
    expect(carried(near(20, 1), near(40, 2))).toBeCloseTo(expected, 9);
  });

  it('have of each station the share that follows from the votes of all that agree with it', () => {
    const bounded = (share: number) => Math.min(Math.max(share, 0), 1);
    for (let place = 0; place < 200; place++) {
      const stations = list(1 + Math.floor(random() * 80), () =>
        near(130 * random(), noise(5), 700 * random() - 350),
      );
      const reach = stations.map(
        (one) => bounded(1 - one.distanceKm / 100) * bounded(1 - Math.abs(one.meters) / 300),
      );
      const votes = stations.map(
        (one, i) => bounded(3 * reach[i]) * (1 + 2 * bounded(1 - one.distanceKm / 10)),
      );
      const total = votes.reduce((sum, vote) => sum + vote, 0);
      const fits = stations.map((one, i) => {
        let agreed = 0;
        stations.forEach(
          (other, j) => (agreed += votes[j] * bounded(2 - Math.abs(one.value - other.value) / 1.5)),
        );
        return reach[i] === 0 ? 0 : reach[i] * bounded((agreed / total - 0.4) / 0.3);
      });
      const weights = stations.map((one, i) => fits[i] / Math.max(one.distanceKm, 5));
      const all = weights.reduce((sum, weight) => sum + weight, 0);
      const shares = carriedShares(stations);
      const wanted = weights.map((weight) => (all === 0 ? 0 : (Math.max(...fits) * weight) / all));
      shares.forEach((share, i) => expect(share).toBeCloseTo(wanted[i], 9));
    }
  });

  it('never jump, wherever a place is and whatever its stations say', () => {
    let most = 0;
    for (let world = 0; world < 50; world++) {
      const stations = list(1 + Math.floor(random() * 8), () => ({
        ...{ x: 250 * random(), y: 60 * random(), height: 500 * random(), value: noise(6) },
      }));
      const at = (x: number) =>
        carried(
          ...stations.map((one) => near(Math.hypot(one.x - x, one.y - 30), one.value, one.height - 250)),
        );
      for (let x = -100, before = 0; x < 350; x += 0.1) {
        most = Math.max(most, Math.abs(at(x) - before));
        before = at(x);
      }
    }
    // Of up to 9 degrees, within 100 meters.
    expect(most).toBeLessThan(0.25);
  });

  it('are those that most stations agree on: one that measures wrongly harms no neighbor', () => {
    const harms: number[] = [];
    let [left, all] = [0, 0];
    for (let world = 0; world < 2_000; world++) {
      const right = noise(3);
      // What is left out of each neighbor are its own errors; it has three good ones besides the wrong one.
      const good = list(3 + Math.floor(random() * 6), () =>
        near(10 + 60 * random(), right + noise(1), 100 * noise(1)),
      );
      const wrong = near(10 + 80 * random(), right + (random() < 0.5 ? -1 : 1) * (4 + 5 * random()));
      const without = carried(...good);
      const error = Math.abs(right - carried(...good, wrong));
      left += error;
      all += Math.abs(right);
      // Never worse than no correction, or than without it.
      harms.push(error - Math.max(Math.abs(right), Math.abs(right - without)));
    }
    expect(Math.max(...harms)).toBeLessThan(0.01);
    // And most of the gain is left.
    expect(left / all).toBeLessThan(0.6);
  });

  it('keep what a station says about its own place, if a single neighbor disagrees', () => {
    expect(carried(near(0, 2), near(30, -4))).toBeGreaterThan(1.8);
  });
});

describe('whether carrying helps', () => {
  const station = (raw: number, value: number, days = 15): CarriedErrors => ({ days, raw, carried: value });

  it('is judged by all stations of a region together, on at least 30 days of stations', () => {
    expect(carriedShare([station(2, 1), station(1, 1.5)])).toBe(1);
    expect(carriedShare([station(2, 1.98), station(2, 1.98)])).toBe(0.5);
    expect(carriedShare([station(2, 1), station(1, 2)])).toBe(0);
    expect(carriedShare([station(2, 1), station(1, 1.5, 14)])).toBeUndefined();
    expect(carriedShare([])).toBeUndefined();
  });
});

describe('what a day teaches', () => {
  const LEADS = [
    -18, -12, -6, 0, 6, 12, 18, 24, 30, 36, 42, 48, 54, 60, 66, 72, 78, 84, 90, 96, 102, 108, 114,
  ];
  /** Temperatures that are forecast too high by some degrees, of which only some hours are measured. */
  const dayOf = (error: number, isMeasured: (hour: number) => boolean = () => true, leads = LEADS) => {
    const observed = new Int16Array(OBSERVED_DAY).fill(NO_VALUE);
    for (let hour = 0; hour < 24; hour++)
      if (isMeasured(hour)) observed[observedOffset('temperature', 0) + hour] = 100;
    const forecasts = leads.map((leadHours): DayForecast => {
      const values = new Int16Array(FORECAST_DAY).fill(NO_VALUE);
      for (let hour = Math.max(0, -leadHours); hour < 24; hour++)
        if (leadHours + hour <= 48 || (leadHours + hour) % 3 === 0)
          values[forecastOffset('temperature', 0) + hour] = 100 + 10 * error;
      return { source: 'auto_uncorrected', leadHours, values };
    });
    return {
      observed,
      forecasts,
      isReliable: [true],
      carriedTo: () => CORRECTED_FIELDS.map(() => noCarried),
    };
  };
  const noCarried: number[] = new Array<number>(HOUR_BINS).fill(0);
  const NOTHING: Int16Array = new Int16Array(STATION_BIASES);
  const learn = (before: Int16Array, ...day: Parameters<typeof dayOf>) =>
    atOnce(learnDay(before, dayOf(...day)));
  const after = (days: number, error: number) =>
    list(days, () => error).reduce<Int16Array>((biases, one) => learn(biases, one), NOTHING);
  const of = (biases: Int16Array, lead: number, hour: number, field = 0) =>
    correctionsOf(biases)[correctionIndex(field, lead, hour)];

  it('corrects each lead and hour of the day once it has ten cases', () => {
    const one = after(1, 2);
    // By hand: 12 cases of 2 degrees, of which five experts who knew nothing were all as wrong; one of them corrects nothing.
    expect(of(one, 0, 4)).toBe(Math.round((10 * 2 * (12 / 22) * 4) / 5));
    // Of leads beyond 48 hours, each third hour is kept.
    expect(of(one, 72, 4)).toBe(NO_CORRECTION);
    expect(of(after(3, 2), 72, 4)).toBeGreaterThan(0);
    expect(of(after(3, 2), 0, 4, 1)).toBe(NO_CORRECTION);
  });

  it('brings a constant bias down to a tenth within 30 days, at any lead', () => {
    const corrections = correctionsOf(after(30, 3));
    for (let place = 0; place < STATION_CORRECTIONS / 2; place++)
      expect(corrections[place]).toBeGreaterThanOrEqual(27);
  });

  it('corrects by at most 6 degrees', () => {
    expect(of(after(60, 9), 0, 4)).toBeLessThanOrEqual(60);
    expect(of(after(60, 9), 0, 4)).toBeGreaterThan(55);
  });

  it('is only what was measured', () => {
    const morning = learn(NOTHING, 2, (hour) => hour < 6);
    expect([of(morning, 0, 5), of(morning, 0, 6)]).toEqual([expect.any(Number), NO_CORRECTION]);
    expect(of(morning, 0, 5)).toBeGreaterThan(0);
    // The same day again, once it is over, goes on from the day before.
    expect(learn(NOTHING, 2)).toEqual(after(1, 2));
  });

  it('is no correction while the checks put a station out, and after it fell silent', () => {
    const known = after(10, 2);
    const out = atOnce(learnDay(known, { ...dayOf(2, () => false), isReliable: [false] }));
    expect([...new Set(correctionsOf(out))]).toEqual([NO_CORRECTION]);
    const silent = learn(out, 2, () => false);
    expect([...new Set(correctionsOf(silent))]).toEqual([NO_CORRECTION]);
    expect(of(learn(silent, 2), 0, 4)).toBeGreaterThan(10);
    expect(meanCorrection(correctionsOf(silent), 0)).toBeNaN();
    expect(meanCorrection(correctionsOf(after(60, 2)), 0)).toBeCloseTo(2, 0);
  });

  it("is what the neighbors' corrections would have been worth", () => {
    const carriedTo = () => [list(HOUR_BINS, (bin) => (bin < 4 ? 2 : -1)), noCarried];
    const day = { ...dayOf(2), carriedTo };
    const once = atOnce(learnDay(NOTHING, day));
    // Right in the first half of the day, and a degree farther off in the second.
    expect(carriedErrors(once, 0, 0)).toEqual({ days: 1, raw: 2, carried: 1.5 });
    expect(carriedErrors(once, 0, 1)).toEqual({ days: 0, raw: 0, carried: 0 });
    const twice = atOnce(learnDay(once, { ...dayOf(1), carriedTo }));
    // Then (1 + 2) / 2.
    expect(carriedErrors(twice, 0, 0)).toEqual({ days: 2, raw: 1.5, carried: 1.5 });
    expect(carriedErrors(learn(twice, 1), 0, 0).days).toBe(2);
  });
});

describe('the weights of models', () => {
  const model = (documented: number, cases = 0, meanSquare = 0) => ({ documented, cases, meanSquare });

  it('are documented ones until errors are known, and go over to the inverse of the squared errors', () => {
    expect(verifiedWeights([model(3), model(1)])).toEqual([0.75, 0.25]);
    const [one, other] = verifiedWeights([model(3, 1e9, 4), model(1, 1e9, 1)]);
    expect([one, other]).toEqual([expect.closeTo(0.2, 6), expect.closeTo(0.8, 6)]);
    // Half and half after 300 cases.
    expect(verifiedWeights([model(3, 300, 4), model(1, 300, 1)])[0]).toBeCloseTo((0.75 + 0.2) / 2, 9);
    expect(verifiedWeights([model(0), model(0)])).toEqual([0.5, 0.5]);
  });

  it('leave a model that was not verified its own, and what is left to the others', () => {
    const weights = verifiedWeights([model(2, 1e9, 4), model(1, 1e9, 1), model(1)]);
    expect(weights[2]).toBe(0.25);
    expect(weights[0]).toBeCloseTo(0.75 * 0.2, 6);
    expect(weights.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 9);
  });

  it.each([
    [1, 1],
    [1, 2],
    [0.5, 1.5],
  ])(
    'make the mean of two models with independent errors of %d and %d as good as it can be',
    (one, other) => {
      const errors = list(20_000, () => [noise(2 * one), noise(2 * other)]);
      const meanSquare = (of: (pair: number[]) => number) =>
        errors.reduce((sum, pair) => sum + of(pair) ** 2, 0) / errors.length;
      const weights = verifiedWeights(
        [0, 1].map((i) =>
          model(
            1,
            errors.length,
            meanSquare((pair) => pair[i]),
          ),
        ),
      );
      const rmse = Math.sqrt(meanSquare((pair) => weights[0] * pair[0] + weights[1] * pair[1]));
      // Three uniform numbers of a width of 2 have a variance of 1: for equal ones, it is that of one by the root of 2.
      const best = Math.sqrt(1 / (1 / one ** 2 + 1 / other ** 2));
      expect(rmse / best).toBeGreaterThan(0.95);
      expect(rmse / best).toBeLessThan(1.05);
    },
  );
});
