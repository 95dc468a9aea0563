import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import {
  CHECK_NUMBERS,
  type DayForecast,
  FORECAST_DAY,
  HOUR_BINS,
  LEAD_BINS,
  NO_VALUE,
  OBSERVED_DAY,
  SCORED_FIELDS,
  checksAfter,
  heldBefore,
  holdImplausible,
  isOut,
  mostError,
  observedOffset,
  forecastOffset,
  reliableStations,
  scoreDay,
  scoresOf,
  withClimatology,
  withPersistence,
} from '../../../../src/weather/verification/index.js';
import { atOnce } from '../../../../src/core/background/index.js';
import { describeWithPython } from '../../../support/describe-with-python.js';
import { generator } from '../../../support/random.js';

const PROGRAM = fileURLToPath(new URL('./score_days.py', import.meta.url));
const STATIONS = 6;
const ISSUES = [-18, -12, -6, 0, 6, 12, 18, 24, 42, 66, 90, 114];
const random = generator(3);
const whole = (least: number, most: number) => Math.round(least + random() * (most - least));

function observedDay(): Int16Array {
  const values = new Int16Array(STATIONS * OBSERVED_DAY).fill(NO_VALUE);
  for (let station = 0; station < STATIONS; station++)
    for (let hour = 0; hour < 24; hour++) {
      if (random() < 0.1) continue;
      values[observedOffset('temperature', station) + hour] = whole(-100, 250);
      values[observedOffset('windSpeed', station) + hour] = random() < 0.1 ? 0 : whole(0, 150);
      if (random() < 0.9) values[observedOffset('windDirection', station) + hour] = whole(0, 359);
    }
  return values;
}

/** `regional` has only half of the stations; `late` lacks issues. */
function forecastDay(source: string, leadHours: number): DayForecast {
  const values = new Int16Array(STATIONS * FORECAST_DAY).fill(NO_VALUE);
  for (let station = 0; station < STATIONS; station++)
    for (let hour = Math.max(0, -leadHours); hour < 24; hour++) {
      if (source === 'regional' && station < STATIONS / 2) continue;
      values[forecastOffset('temperature', station) + hour] = whole(-100, 250);
      values[forecastOffset('windSpeed', station) + hour] = whole(0, 150);
      values[forecastOffset('windDirection', station) + hour] = whole(0, 359);
    }
  return { source, leadHours, values };
}

/** Without wind; the last station lacks an hour. */
function usualDay(): Int16Array {
  const values = new Int16Array(STATIONS * FORECAST_DAY).fill(NO_VALUE);
  for (let station = 0; station < STATIONS; station++)
    for (let hour = 0; hour < 24; hour++)
      if (station < STATIONS - 1 || hour !== 12)
        values[forecastOffset('temperature', station) + hour] = whole(-100, 250);
  return values;
}

const DAYS = Array.from({ length: 3 }, () => ({
  usual: usualDay(),
  observed: observedDay(),
  earlier: new Map([1, 2, 3, 4].map((back) => [back, observedDay()])),
  forecasts: ISSUES.flatMap((leadHours) => [
    forecastDay('gfs', leadHours),
    forecastDay('regional', leadHours),
    ...(leadHours % 24 === 0 ? [] : [forecastDay('late', leadHours)]),
  ]),
}));

type Scores = Record<string, Record<string, [cases: number, bias: number, mae: number, rmse: number]>>;

function ourScores(withUsual: boolean): Scores {
  const result: Scores = {};
  for (const field of SCORED_FIELDS.filter(({ name }) =>
    ['temperature', 'windSpeed', 'wind'].includes(name),
  )) {
    const sources = ['climatology', 'gfs', 'late', 'persistence', 'regional'];
    const total = new Float64Array(sources.length * LEAD_BINS.length * field.numbers);
    for (const day of DAYS) {
      const withPast = withPersistence({ ...day, stations: STATIONS });
      const forecasts = withUsual ? withClimatology(withPast, day.usual) : withPast;
      const { byLead } = atOnce(scoreDay({ ...day, forecasts, stations: STATIONS }, field, sources));
      byLead.forEach((sum, i) => (total[i % total.length] += sum));
    }
    result[field.name] = {};
    sources.forEach((source, s) =>
      LEAD_BINS.forEach((_, bin) => {
        const at = (s * LEAD_BINS.length + bin) * field.numbers;
        const { bias, mae, rmse } = scoresOf(total, at, field.step);
        if (total[at] > 0) result[field.name][`${source} ${bin}`] = [total[at], bias, mae, rmse];
      }),
    );
  }
  return result;
}

describeWithPython('the scores of days, against an independent program', () => {
  const given = DAYS.map(({ usual, observed, earlier, forecasts }) => ({
    climatology: [...usual],
    observed: [...observed],
    earlier: Object.fromEntries([...earlier].map(([back, values]) => [back, [...values]])),
    forecasts: forecasts.map(({ values, ...forecast }) => ({ ...forecast, values: [...values] })),
  }));
  const { stdout } = spawnSync('python3', [PROGRAM], {
    input: JSON.stringify({ stations: STATIONS, days: given }),
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  const theirs = JSON.parse(stdout) as Scores;
  const ours = ourScores(true);

  it.each(['temperature', 'windSpeed', 'wind'])('%s', (field) => {
    expect(Object.keys(ours[field]).sort()).toEqual(Object.keys(theirs[field]).sort());
    for (const [key, [cases, bias, mae, rmse]] of Object.entries(theirs[field])) {
      const [ourCases, ourBias, ourMae, ourRmse] = ours[field][key];
      expect([key, ourCases]).toEqual([key, cases]);
      // Vectors have no bias; their errors are summed in whole tenths, and their squares in whole hundredths.
      if (field !== 'wind') expect(ourBias).toBeCloseTo(bias, 9);
      expect(ourMae).toBeCloseTo(mae, field === 'wind' ? 1 : 9);
      expect(ourRmse).toBeCloseTo(rmse, field === 'wind' ? 2 : 9);
    }
  });

  it('have sources with the same cases in each bin, persistence and climatology among them', () => {
    const { temperature } = theirs;
    expect(Object.keys(temperature)).toEqual(
      expect.arrayContaining(['persistence 0', 'climatology 6', 'gfs 6', 'regional 3']),
    );
  });

  it('are the same for all others without climatology', () => {
    const without = ourScores(false);
    for (const [field, scores] of Object.entries(ours))
      expect(without[field]).toEqual(
        Object.fromEntries(Object.entries(scores).filter(([key]) => !key.startsWith('climatology'))),
      );
  });
});

/** A day on which one station measures a temperature, and forecasts differ from it by an error, in tenths. */
function simpleDay(temperature: (hour: number) => number, error: (hour: number) => number, leads: number[]) {
  const observed = new Int16Array(OBSERVED_DAY).fill(NO_VALUE);
  const forecasts = leads.map((leadHours): DayForecast => {
    const values = new Int16Array(FORECAST_DAY).fill(NO_VALUE);
    for (let hour = Math.max(0, -leadHours); hour < 24; hour++)
      values[forecastOffset('temperature', 0) + hour] = temperature(hour) + error(hour);
    return { source: 'gfs', leadHours, values };
  });
  for (let hour = 0; hour < 24; hour++) observed[observedOffset('temperature', 0) + hour] = temperature(hour);
  return { observed, forecasts };
}

describe('what is known of a station', () => {
  /** Days on which all forecasts are off by an error, in tenths. */
  const after = (days: number, error: number, before: Float32Array = new Float32Array(CHECK_NUMBERS)) => {
    let checks = before;
    for (let day = 0; day < days; day++) {
      const { observed, forecasts } = simpleDay(
        (hour) => 100 + hour,
        (hour) => (hour % 2 ? error : -error),
        [0, 48],
      );
      checks = atOnce(checksAfter(checks, observed, forecasts, Int32Array.of(0), [false]));
    }
    return checks;
  };

  it('is the usual error of the next day: five times as much is too much, after ten days', () => {
    expect(mostError(after(9, 20), 0)).toBe(150);
    expect(mostError(after(10, 20), 0)).toBeCloseTo(100, 4);
    expect(mostError(after(10, 40), 0)).toBe(150);
    // Whole degrees are off by up to half a degree.
    expect(mostError(after(10, 1), 0)).toBe(25);
    // By hand: 20 + 0.05 * (10 - 20), from the day after the twentieth on.
    expect(mostError(after(1, 10, after(20, 20)), 0)).toBeCloseTo(5 * 19.5, 4);
  });

  it('is how many reports were taken out on the six days before', () => {
    const { observed } = simpleDay(
      (hour) => 100 + hour,
      () => 0,
      [],
    );
    let checks: Float32Array = new Float32Array(CHECK_NUMBERS);
    for (const held of [7, 1, 2, 3, 0, 4, 5])
      checks = atOnce(checksAfter(checks, observed, [], Int32Array.of(held), [held > 4]));
    expect(heldBefore(checks, 0)).toBe(15);
    expect(isOut(checks, 0)).toBe(true);
    checks = atOnce(checksAfter(checks, observed, [], Int32Array.of(0), [false]));
    expect([heldBefore(checks, 0), isOut(checks, 0)]).toEqual([14, false]);
  });
});

describe('reports that are wrong', () => {
  const held = (observed: Int16Array, forecasts: readonly DayForecast[], before?: Int16Array) =>
    atOnce(holdImplausible(observed, before, 1, forecasts, () => 150))[0];

  it('differ from all forecasts by more than 15 K', () => {
    const { observed, forecasts } = simpleDay(
      (hour) => 100 + hour,
      (hour) => (hour === 3 ? 151 : 150),
      [0, 6],
    );
    expect(held(observed, forecasts)).toBe(1);
    expect(observed[observedOffset('temperature', 0) + 3]).toBe(NO_VALUE);
  });

  it('stand still for more than 12 hours while the wind changes', () => {
    const { observed, forecasts } = simpleDay(
      () => 100,
      () => 0,
      [0],
    );
    expect(held(observed, forecasts)).toBe(0);
    for (let hour = 0; hour < 24; hour++) observed[observedOffset('windSpeed', 0) + hour] = hour;
    expect(held(observed, forecasts)).toBe(11);
  });

  it("don't seem to stand still where the wind is unknown", () => {
    const { observed, forecasts } = simpleDay(
      () => 100,
      () => 0,
      [0],
    );
    for (let hour = 0; hour < 24; hour += 2) observed[observedOffset('windSpeed', 0) + hour] = 30;
    expect(held(observed, forecasts)).toBe(0);
  });

  it('make a station unreliable, as missing ones do', () => {
    const { observed } = simpleDay(
      (hour) => 100 + hour,
      () => 0,
      [],
    );
    const week = [observed, observed, observed];
    const all = () => true;
    expect(atOnce(reliableStations(week, 24, Int32Array.of(3), all))).toEqual([true]);
    expect(atOnce(reliableStations(week, 24, Int32Array.of(4), all))).toEqual([false]);
    const rare = observed.map((value, i) => (i % 4 === 0 ? NO_VALUE : value));
    expect(atOnce(reliableStations([rare, rare], 24, Int32Array.of(0), all))).toEqual([false]);
    expect(atOnce(reliableStations([observed], 5, Int32Array.of(0), all))).toEqual([true]);
    // When no station was read, none is to blame.
    const isRead = (_: number, hour: number) => hour % 4 !== 0;
    expect(atOnce(reliableStations([rare, rare], 24, Int32Array.of(0), isRead))).toEqual([true]);
  });
});

it('scores by hour of the day count forecasts of the next 24 hours', () => {
  const { observed, forecasts } = simpleDay(
    (hour) => 100 + hour,
    (hour) => hour,
    [-6, 0, 24],
  );
  const { byHour } = atOnce(scoreDay({ stations: 1, observed, forecasts }, SCORED_FIELDS[0], ['gfs']));
  expect(byHour).toHaveLength(HOUR_BINS * SCORED_FIELDS[0].numbers);
  // Hours 0 to 2 were forecast by one issue, 6 to 8 by two.
  expect([...byHour.slice(0, 4)]).toEqual([3, 3, 3, 5]);
  expect([...byHour.slice(8, 12)]).toEqual([6, 42, 42, 298]);
});

it('climatology decides nothing: of some sources, none may have as many cases as it', () => {
  const { observed, forecasts } = simpleDay(
    (hour) => 100 + hour,
    () => 2,
    [0, -6, -12],
  );
  const [first, second, third] = forecasts;
  const day = {
    stations: 1,
    observed,
    // From 6 to 12 hours ahead, `gfs` has 12 cases, `ifs` 6 of them, and `late` one that they lack.
    forecasts: withClimatology(
      [
        first,
        second,
        { ...first, source: 'ifs' },
        { ...third, source: 'late', values: third.values.map((value, i) => (i === 18 ? value : NO_VALUE)) },
      ],
      first.values.map((value) => (value === NO_VALUE ? value : value + 1)),
    ),
  };
  const [field] = SCORED_FIELDS;
  const { byLead } = atOnce(scoreDay(day, field, ['climatology', 'gfs', 'ifs', 'late']));
  const from6to12 = (s: number) => [
    ...byLead.slice((s * LEAD_BINS.length + 1) * field.numbers, (s * LEAD_BINS.length + 2) * field.numbers),
  ];
  expect([0, 1, 2, 3].map(from6to12)).toEqual([
    [6, 18, 18, 54],
    [6, 12, 12, 24],
    [6, 12, 12, 24],
    [0, 0, 0, 0],
  ]);
});
