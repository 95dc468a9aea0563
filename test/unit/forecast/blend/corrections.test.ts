import { describe, expect, it } from '@jest/globals';
import type { WeightsState } from '../../../../src/weather/consensus/index.js';
import { entriesOf, valuesOf } from '../synthetic-forecasts.js';
import { BlendedForecasts, type PublishedRun } from './blended-forecasts.js';
import { CorrectedState } from './corrected-state.js';
import { constant, weightOf } from './two-models.js';

/** 10 °C, dew point 4 °C, 5 m/s. */
const ONE = {
  temperature2m: constant(283.15),
  dewPoint2m: constant(277.15),
  windU10m: constant(3),
  windV10m: constant(4),
  surfacePressure: constant(100_000),
  precipitation: constant(1),
  cloudCover: constant(20),
};
const OTHER = { ...ONE, temperature2m: constant(287.15) };
const MEMBERS = {
  temperature2mP10: constant(278),
  temperature2mP50: constant(280),
  temperature2mP90: constant(281),
  precipitationProbability: constant(70),
};
const run = (
  model: PublishedRun['model'],
  values: PublishedRun['values'],
  rest: object = {},
): PublishedRun => ({
  ...{ model, lastStep: 36, terrain: 0, values, ...rest },
});

/** Weights that may change. */
class States {
  constructor(public state: WeightsState) {}
  current() {
    return this.state;
  }
}

async function withRuns(
  runs: PublishedRun[],
  state: WeightsState,
  check: (forecasts: BlendedForecasts, states: States) => void | Promise<void>,
): Promise<void> {
  const states = new States(state);
  const forecasts = await BlendedForecasts.create(runs, ['ifs', 'gfs', 'gefs'], [], states);
  await check(forecasts, states);
  await forecasts.close();
}

/** 3 K too warm, 1 K too moist. */
const WARM = new CorrectedState((field) => (field === 'temperature' ? 3 : 1));

describe('corrections by stations', () => {
  it('are subtracted from the mean of the models, and what follows is made of the corrected values', () =>
    withRuns([run('ifs', ONE), run('gfs', OTHER)], WARM, (forecasts) => {
      const ask = (correction: string) => entriesOf(forecasts.ask(4, 5, { correction }))[0].values;
      // The weights of IFS and GFS at four hours are 1/1.39² and 1/1.49²: the mean is 11.86 °C.
      const mean =
        (10 * weightOf('ifs', 'temperature', 4) + 14 * weightOf('gfs', 'temperature', 4)) /
        (weightOf('ifs', 'temperature', 4) + weightOf('gfs', 'temperature', 4));
      expect(mean).toBeCloseTo(11.861, 3);
      // 100 exp(17.625 x 4 / 247.04 - 17.625 x 11.861 / 254.901) = 58.6 %.
      expect(ask('none')).toMatchObject({ temperature: 11.9, dewPoint: 4, humidity: 59 });
      // At 8.861 and 3 °C: 100 exp(17.625 x 3 / 246.04 - 17.625 x 8.861 / 251.901) = 66.7 %.
      // 8.861 + 0.33 x 7.575 - 0.7 x 5 - 4 = 3.86.
      expect(ask('auto')).toMatchObject({
        temperature: 8.9,
        dewPoint: 3,
        humidity: 67,
        temperatureApparent: 3.9,
      });
    }));

  it('apply to a single model, whose own humidity changes by as much as the formula does', () =>
    // The formula gives 66.3 % at 10 and 4 °C, the model 70.
    withRuns([run('ifs', { ...ONE, relativeHumidity2m: constant(70) })], WARM, (forecasts) => {
      const ask = (query: Record<string, string> = {}) => entriesOf(forecasts.ask(4, 5, query))[0].values;
      expect(ask({ correction: 'none' })).toMatchObject({ temperature: 10, humidity: 70 });
      // At 7 and 3 °C: 100 exp(17.625 x 3 / 246.04 - 17.625 x 7 / 250.04) = 75.7, and 3.7 more.
      expect(ask()).toMatchObject({ temperature: 7, dewPoint: 3, humidity: 79 });
      expect(ask({ source: 'ifs' })).toMatchObject({ temperature: 10, dewPoint: 4, humidity: 70 });
    }));

  it('never lift the dew point above the temperature', () =>
    withRuns(
      [run('ifs', ONE)],
      new CorrectedState((field) => (field === 'temperature' ? 5 : -5)),
      (forecasts) => {
        const { values } = entriesOf(forecasts.ask(4, 5))[0];
        expect(values).toMatchObject({ temperature: 5, dewPoint: 5, humidity: 100 });
        expect(forecasts.ask(4, 5).meta.corrections[1]).toMatchObject({ field: 'dewPoint', mean: 1 });
      },
    ));

  it('depend on the lead time and on the hour of the day in UTC', () =>
    withRuns(
      [run('ifs', ONE), run('gfs', ONE)],
      new CorrectedState((_, lead, hour) => lead / 10 + hour),
      (forecasts) => {
        // From 22 UTC, ten hours after the start of the runs: 1 + 22, 1.1 + 23, 1.2 + 0 K.
        const answer = forecasts.ask(10, 13, { fields: 'temperature' });
        expect(valuesOf(answer, 'temperature')).toEqual([-13, -14.1, 8.8]);
      },
    ));

  it('change the type of precipitation with the temperature', () =>
    withRuns(
      [
        run('ifs', {
          ...ONE,
          temperature2m: constant(274.65),
          dewPoint2m: constant(274.15),
          rainFlag: constant(1),
        }),
      ],
      WARM,
      (forecasts) => {
        const code = (correction: string) =>
          entriesOf(forecasts.ask(4, 5, { correction }))[0].values.weatherCode;
        // At 1.5 °C it rains, at -1.5 °C and a dew point of 0 it snows.
        expect([code('none'), code('auto')]).toEqual([4200, 5000]);
      },
    ));

  it('move the quantiles with the value, as far apart as was verified', () =>
    withRuns(
      [run('ifs', ONE), run('gefs', MEMBERS)],
      new CorrectedState(constant(3), (lead) => 1 + lead / 4),
      (forecasts) => {
        const fields = 'temperatureP10,temperatureP50,temperatureP90';
        const ask = (correction: string) => entriesOf(forecasts.ask(4, 5, { fields, correction }))[0].values;
        expect(ask('none')).toEqual({ temperatureP10: 8, temperatureP50: 10, temperatureP90: 11 });
        // Twice as far from 7 °C.
        expect(ask('auto')).toEqual({ temperatureP10: 3, temperatureP50: 7, temperatureP90: 9 });
      },
    ));

  it('are named, with what they added in the units of the response', () =>
    withRuns([run('ifs', ONE)], WARM, (forecasts) => {
      const corrections = (query: Record<string, string> = {}) => forecasts.ask(4, 6, query).meta.corrections;
      const stations = [{ id: 'KBOS', distanceKm: 12.3, weight: 0.88 }];
      const [temperature, dewPoint] = [-3, -1].map((mean, i) => ({
        ...{ field: ['temperature', 'dewPoint'][i], stations, mean, state: 7 },
      }));
      expect(corrections()).toEqual([temperature, dewPoint]);
      expect(corrections({ fields: 'temperature' })).toEqual([temperature]);
      expect(corrections({ fields: 'windSpeed,cloudCover' })).toEqual([]);
      expect(corrections({ units: 'imperial', fields: 'temperature' })).toMatchObject([{ mean: -5.4 }]);
      const others: Record<string, string>[] = [
        { correction: 'none' },
        { source: 'ifs' },
        { source: 'climatology' },
      ];
      for (const query of others) expect(corrections(query)).toEqual([]);
    }));

  it('are for the height that the values are for', () => {
    const state = new CorrectedState(constant(0));
    return withRuns([run('ifs', ONE, { terrain: 120 })], state, (forecasts) => {
      forecasts.ask(4, 5);
      forecasts.ask(4, 5, { elevation: '700' });
      const place = { latitude: 10, longitude: 50 };
      expect(state.asked).toEqual([
        [{ ...place, elevation: 120 }, undefined],
        [{ ...place, elevation: 700 }, undefined],
      ]);
    });
  });

  it('have their number in the ETag and their time in Last-Modified, where they may apply', () => {
    const one = new CorrectedState(constant(0), undefined, 1);
    return withRuns([run('ifs', ONE)], one, (forecasts, states) => {
      const ask = (query: Record<string, string>) => {
        const { etag, lastModified, answer } = forecasts.answer(4, 5, { fields: 'temperature', ...query });
        return { etag, lastModified, value: valuesOf(answer, 'temperature') };
      };
      const asked = [{}, { correction: 'none' }, { source: 'ifs' }] as Record<string, string>[];
      const before = asked.map(ask);
      const since = new Date(Date.now() + 3_600_000);
      states.state = new CorrectedState(constant(0), undefined, 2, since);
      const after = asked.map(ask);
      expect(after.map(({ etag }, i) => etag === before[i].etag)).toEqual([false, true, true]);
      expect(after.map(({ value }) => value)).toEqual(before.map(({ value }) => value));
      expect(after.map(({ lastModified }) => lastModified.getTime() === since.getTime())).toEqual([
        true,
        false,
        false,
      ]);
    });
  });

  it('are refused by a name that there is not', () =>
    withRuns([run('ifs', ONE)], WARM, (forecasts) => {
      expect(() => forecasts.ask(4, 5, { correction: 'off' })).toThrow();
    }));
});
