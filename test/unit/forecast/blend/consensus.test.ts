import { describe, expect, it } from '@jest/globals';
import { type ConsensusWeights, type WeightsState } from '../../../../src/weather/consensus/index.js';
import { entriesOf, valuesOf } from '../synthetic-forecasts.js';
import { BlendedForecasts, type PublishedRun } from './blended-forecasts.js';
import { at, constant } from './two-models.js';

/** 10 °C, dew point 4 °C, 5 m/s from the south-west, 1,000 hPa. */
const ONE = {
  temperature2m: constant(283.15),
  dewPoint2m: constant(277.15),
  windU10m: constant(3),
  windV10m: constant(4),
  windGust: constant(9),
  surfacePressure: constant(100_000),
  precipitation: constant(1),
  cloudCover: constant(20),
};
/** 14 °C, dew point 6 °C, 5 m/s from the north-west, 1,010 hPa. */
const OTHER = {
  temperature2m: constant(287.15),
  dewPoint2m: constant(279.15),
  windU10m: constant(3),
  windV10m: constant(-4),
  windGust: constant(15),
  surfacePressure: constant(101_000),
  precipitation: constant(0),
  cloudCover: constant(80),
};
const ifs = (values: PublishedRun['values'] = ONE, rest: Partial<PublishedRun> = {}): PublishedRun => ({
  ...{ model: 'ifs', lastStep: 36, values, ...rest },
});
const gfs = (values: PublishedRun['values'] = OTHER, rest: Partial<PublishedRun> = {}): PublishedRun => ({
  ...{ model: 'gfs', lastStep: 36, values, ...rest },
});

/** Weights of 3 for IFS and of 1 for others, by group and lead. */
class Weights {
  state = stateOf(1, 3);
  current() {
    return this.state;
  }
}

/** @param last the weight of IFS from a lead of 10 hours on */
function stateOf(number: number, ofIfs: number, last = ofIfs): WeightsState {
  const byLead = [
    Float64Array.from({ length: 11 }, (_, lead) => (lead < 10 ? ofIfs : last)),
    Float64Array.of(1),
  ];
  return {
    number,
    since: new Date(0),
    byLead: (model) => byLead[model === 'ifs' ? 0 : 1],
    correctionsAt: () => undefined,
    widening: () => 1,
  };
}

async function withRuns(
  runs: PublishedRun[],
  check: (forecasts: BlendedForecasts) => void | Promise<void>,
  weights: ConsensusWeights = new Weights(),
  order?: PublishedRun['model'][],
): Promise<void> {
  const forecasts = await BlendedForecasts.create(runs, order, [], weights);
  await check(forecasts);
  await forecasts.close();
}

describe('the consensus of two models', () => {
  it('is the weighted mean of temperature, dew point and pressure; the weather is of one model', () =>
    withRuns([ifs(), gfs()], (forecasts) => {
      const [{ values }] = entriesOf(forecasts.ask(4, 5));
      // (3 x 10 + 14) / 4, (3 x 4 + 6) / 4, (3 x 1000 + 1010) / 4.
      expect(values).toMatchObject({ temperature: 11, dewPoint: 4.5, pressureSurfaceLevel: 1002.5 });
      // 100 exp(17.625 x 4.5 / 247.54 - 17.625 x 11 / 254.04): 64.2 %.
      expect(values.humidity).toBe(64);
      expect(values).toMatchObject({ precipitationIntensity: 1, cloudCover: 20, weatherCode: 4200 });
    }));

  it('has the direction of the mean wind and the mean of the speeds, so that it is no calmer than the models', () =>
    withRuns([ifs(), gfs()], (forecasts) => {
      const [{ values }] = entriesOf(forecasts.ask(4, 5));
      // The mean vector is (3, 2), whose length is 3.6; it comes from 180 + 56.3 degrees.
      expect(values).toMatchObject({ windSpeed: 5, windDirection: 236, windGust: 10.5 });
      // 11 + 0.33 x 8.42 - 0.7 x 5 - 4, with the vapor pressure at 4.5 °C.
      expect(values.temperatureApparent).toBe(6.3);
    }));

  it('keeps the mean speed, and the direction of the heavier model, if the winds cancel each other out', () =>
    withRuns(
      [
        ifs({ ...ONE, windU10m: constant(0), windV10m: constant(2) }),
        gfs({ ...OTHER, windU10m: constant(0), windV10m: constant(-6), windGust: constant(1) }),
      ],
      (forecasts) => {
        // (3 x 2 + 6) / 4, and 3 x 2 = 6 for both: the preferred one decides. The gusts have a mean of 7.
        const [{ values }] = entriesOf(forecasts.ask(4, 5));
        expect(values).toMatchObject({ windSpeed: 3, windDirection: 180, windGust: 7 });
      },
    ));

  it('has the gust of those that have one, and never below the speed', () => {
    const { windGust, ...calm } = OTHER;
    return withRuns([ifs({ ...ONE, windGust: constant(4) }), gfs(calm)], (forecasts) => {
      expect(windGust()).toBe(15);
      expect(entriesOf(forecasts.ask(4, 5))[0].values).toMatchObject({ windSpeed: 5, windGust: 5 });
      const { sources } = forecasts.ask(4, 5, { fields: 'windGust' }).meta;
      expect(sources.map(({ source }) => source)).toEqual(['ifs']);
    });
  });

  it('is the other model where one has no value', () => {
    const { dewPoint2m, surfacePressure, ...some } = ONE;
    return withRuns([ifs(some), gfs()], (forecasts) => {
      expect([dewPoint2m(), surfacePressure()]).toEqual([277.15, 100_000]);
      const { data, meta } = forecasts.ask(4, 6);
      expect(data.timelines.hourly![0].values).toMatchObject({
        ...{ temperature: 11, dewPoint: 6, pressureSurfaceLevel: 1010 },
      });
      expect(meta.sources.map(({ share }) => share)).toEqual([
        { temperature: 0.75, wind: 0.75, pressure: 0 },
        { temperature: 0.25, wind: 0.25, pressure: 1 },
      ]);
    });
  });

  it('has a share of each source, on average over its hours', () =>
    withRuns([ifs(ONE, { lastStep: 16 }), gfs()], (forecasts) => {
      const { meta } = forecasts.ask(12, 20, { fields: 'temperature' });
      // IFS has 4/12, 3/12, 2/12 and 1/12 left of its weight of 3: 1/2, 3/7, 1/3, 1/5.
      const mean = (1 / 2 + 3 / 7 + 1 / 3 + 1 / 5) / 4;
      expect(meta.sources).toMatchObject([
        { source: 'ifs', from: at(12), to: at(15), share: { temperature: Math.round(100 * mean) / 100 } },
        { source: 'gfs', from: at(12), to: at(19), share: { wind: Math.round(100 * (1 - mean / 2)) / 100 } },
      ]);
      expect(meta.source).toBe('ifs');
    }));

  it('has weights by the lead of each run', () =>
    withRuns(
      [ifs(), gfs()],
      (forecasts) => {
        // IFS weighs 3 before the lead of 10 hours, and 1 from then on.
        expect(valuesOf(forecasts.ask(8, 12), 'temperature')).toEqual([11, 11, 12, 12]);
      },
      { current: () => stateOf(1, 3, 1) },
    ));

  it('leaves out a late model where another one has the hour, and fades to it at the end of that', () =>
    withRuns([ifs(ONE, { beginsAt: -36, lastStep: 96 }), gfs()], (forecasts) => {
      const temperatures = valuesOf(forecasts.ask(4, 40), 'temperature') as number[];
      expect(temperatures.slice(0, 21)).toEqual(Array.from({ length: 21 }, () => 14));
      // At 30 hours, GFS has half of its weight of 1 left, and IFS half of its weight of 3; at 36 nothing is left.
      expect(temperatures[30 - 4]).toBe(11);
      expect(temperatures.slice(36 - 4)).toEqual([10, 10, 10, 10]);
      expect(forecasts.ask(4, 8).meta.sources.map(({ source }) => source)).toEqual(['gfs']);
    }));

  it('stays a mean to the end if two models end together, and the one that continues has no gust', () => {
    const { windGust, ...calm } = OTHER;
    const regional: PublishedRun = { model: 'regional', lastStep: 24, values: { ...OTHER, windGust } };
    return withRuns(
      [ifs(ONE, { lastStep: 24 }), regional, gfs(calm)],
      (forecasts) => {
        // (3 x 9 + 15) / 4 as long as both fade together, also when nothing is left of them.
        expect(valuesOf(forecasts.ask(20, 26), 'windGust')).toEqual([10.5, 10.5, 10.5, 10.5, 10.5, null]);
      },
      new Weights(),
      ['ifs', 'regional', 'gfs'],
    );
  });

  it('is not that of a single model, nor of the members of an ensemble', () =>
    withRuns([ifs(), gfs()], (forecasts) => {
      const { data, meta } = forecasts.ask(4, 5, { source: 'gfs' });
      expect(data.timelines.hourly![0].values).toMatchObject({ temperature: 14, windDirection: 323 });
      expect(meta.sources).toMatchObject([
        { source: 'gfs', share: { temperature: 1, wind: 1, pressure: 1 } },
      ]);
    }));

  it('determines whether precipitation is rain, snow or freezes', () =>
    withRuns(
      [
        ifs({ ...ONE, temperature2m: constant(272), dewPoint2m: constant(272), snowFlag: constant(1) }),
        gfs({ ...OTHER, temperature2m: constant(290), dewPoint2m: constant(288) }),
      ],
      (forecasts) => {
        // It snows in IFS at -1.1 °C. The mean is 3.4 °C with a dew point of 2.9 °C: the wet bulb is above 2 °C.
        const [{ values }] = entriesOf(forecasts.ask(4, 5));
        expect(values).toMatchObject({ temperature: 3.4, snowAccumulation: 0, weatherCode: 4200 });
        const [{ values: alone }] = entriesOf(forecasts.ask(4, 5, { source: 'ifs' }));
        expect(alone).toMatchObject({ temperature: -1.1, weatherCode: 5000 });
      },
    ));

  it('has snow where it freezes although the model of the precipitation is too warm for it, unless that has frost, too', () =>
    withRuns(
      [
        ifs({
          ...ONE,
          temperature2m: (hour) => (hour < 6 ? 275 : 271),
          dewPoint2m: constant(270),
          rainFlag: constant(1),
        }),
        gfs({ ...OTHER, temperature2m: constant(255), dewPoint2m: constant(254) }),
      ],
      (forecasts) => {
        // (3 x 275 + 255) / 4 - 273.15 is -3.15 °C, and 3 x 271 ... -6.15 °C, where it rains in IFS at -2.15 °C.
        const codes = entriesOf(forecasts.ask(4, 9)).map(({ values }) => values.weatherCode);
        expect(codes).toEqual([5000, 5000, 4200, 4200, 4200]);
      },
    ));

  it('gives way to a model’s own humidity and apparent temperature where that is the only one left', () => {
    const own = { relativeHumidity2m: constant(50), apparentTemperature2m: constant(280) };
    return withRuns([ifs(ONE, { lastStep: 16 }), gfs({ ...OTHER, ...own })], (forecasts) => {
      const entries = entriesOf(forecasts.ask(3, 20)).map(({ values }) => values);
      // Of the mean of 11 °C and 4.5 °C first, and half as much of the difference of the own ones from the formulas
      // in the middle of the fade, when GFS weighs 1 and IFS 1.5: 11.6 °C, 4.8 °C, share 0.4.
      const felt = (celsius: number, dewPoint: number) =>
        celsius + 0.33 * 6.1094 * Math.exp((17.625 * dewPoint) / (243.04 + dewPoint)) - 0.7 * 5 - 4;
      const inMiddle = felt(11.6, 4.8) + 0.5 * 0.4 * (6.85 - felt(14, 6));
      expect(entries[1]).toMatchObject({ humidity: 64, temperatureApparent: 6.3 });
      expect(entries[10 - 3].temperatureApparent).toBeCloseTo(inMiddle, 1);
      expect(entries.at(-1)).toMatchObject({ humidity: 50, temperatureApparent: 6.9 });
    });
  });

  it('is in the middle of the quantiles', () => {
    const members = {
      temperature2mP10: constant(270),
      temperature2mP50: constant(271),
      temperature2mP90: constant(273),
    };
    return withRuns(
      [ifs(), gfs(), { model: 'gefs', lastStep: 36, values: members }],
      (forecasts) => {
        const fields = 'temperature,temperatureP10,temperatureP50,temperatureP90';
        const answer = forecasts.ask(4, 5, { fields });
        expect(entriesOf(answer)[0].values).toEqual({
          ...{ temperature: 11, temperatureP10: 10, temperatureP50: 11, temperatureP90: 13 },
        });
        expect(answer.meta.sources.at(-1)).toMatchObject({
          ...{ source: 'gefs', share: { temperature: 0, wind: 0, pressure: 0 } },
        });
      },
      new Weights(),
      ['ifs', 'gfs', 'gefs'],
    );
  });

  it('changes with the state of the weights, which is part of the ETag', () => {
    const weights = new Weights();
    return withRuns(
      [ifs(), gfs()],
      (forecasts) => {
        const [first, same] = [forecasts.answer(4, 5), forecasts.answer(4, 5)];
        const [ofModel] = [forecasts.answer(4, 5, { source: 'ifs' })];
        expect(same.etag).toBe(first.etag);
        weights.state = stateOf(2, 1);
        const second = forecasts.answer(4, 5);
        expect(valuesOf(second.answer, 'temperature')).toEqual([12]);
        // The same weights in another state are another response, but not of a single model.
        weights.state = stateOf(3, 1);
        expect(forecasts.answer(4, 5).etag).not.toBe(second.etag);
        expect(forecasts.answer(4, 5).answer).toEqual(second.answer);
        expect(forecasts.answer(4, 5, { source: 'ifs' }).etag).toBe(ofModel.etag);
      },
      weights,
    );
  });
});
