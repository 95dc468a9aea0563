import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { entriesOf, valuesOf } from '../synthetic-forecasts.js';
import { BlendedForecasts, HOUR_MS, NOON, type PublishedRun } from './blended-forecasts.js';

/** IFS ends 36 hours after noon; GFS goes on. In the units of the store. */
const END = 36;
const IFS = {
  temperature2m: (hour: number) => 280 + 0.3 * hour,
  dewPoint2m: (hour: number) => 276 + 0.3 * hour,
  windU10m: () => 4,
  windV10m: () => 3,
  windGust: () => 9,
  surfacePressure: (hour: number) => 100_000 - 20 * hour,
  precipitation: () => 1,
  cloudCover: () => 20,
  visibility: () => 5000,
  totalOzone: () => 300,
} satisfies PublishedRun['values'];
const GFS = {
  temperature2m: (hour: number) => 292 - 0.2 * hour,
  dewPoint2m: (hour: number) => 283 - 0.2 * hour,
  windU10m: (hour: number) => -6 + 0.1 * hour,
  windV10m: () => 2,
  windGust: () => 14,
  surfacePressure: (hour: number) => 99_000 + 30 * hour,
  precipitation: () => 0,
  cloudCover: () => 90,
  visibility: () => 20_000,
  totalOzone: () => 350,
  soilMoisture: () => 0.25,
} satisfies PublishedRun['values'];

/** What is left of IFS: all of it until 12 hours before its end, nothing at its end. */
const share = (hour: number) => Math.min(1, Math.max(0, (END - hour) / 12));
const mixed = (name: keyof typeof IFS) => (hour: number) =>
  share(hour) * IFS[name](hour) + (1 - share(hour)) * GFS[name](hour);
const celsius = (name: 'temperature2m' | 'dewPoint2m') => (hour: number) => mixed(name)(hour) - 273.15;
/** Vapour pressure of saturation in hPa (Magnus). */
const saturation = (degrees: number) => 6.1094 * Math.exp((17.625 * degrees) / (243.04 + degrees));
const humidity = (hour: number) =>
  (100 * saturation(celsius('dewPoint2m')(hour))) / saturation(celsius('temperature2m')(hour));
const speed = (hour: number) => Math.hypot(mixed('windU10m')(hour), mixed('windV10m')(hour));

/** What is expected of hours 20 to 41 after noon, not rounded, and half a unit of the last place. */
const FADING: [name: string, expected: (hour: number) => number, half: number][] = [
  ['temperature', celsius('temperature2m'), 0.05],
  ['dewPoint', celsius('dewPoint2m'), 0.05],
  ['humidity', humidity, 0.5],
  [
    'temperatureApparent',
    (hour) =>
      celsius('temperature2m')(hour) + 0.33 * saturation(celsius('dewPoint2m')(hour)) - 0.7 * speed(hour) - 4,
    0.05,
  ],
  ['windSpeed', speed, 0.05],
  [
    'windDirection',
    (hour) => ((Math.atan2(-mixed('windU10m')(hour), -mixed('windV10m')(hour)) * 180) / Math.PI + 360) % 360,
    0.5,
  ],
  ['windGust', mixed('windGust'), 0.05],
  ['pressureSurfaceLevel', (hour) => mixed('surfacePressure')(hour) / 100, 0.05],
];

const at = (hour: number) => `${new Date(NOON.getTime() + hour * HOUR_MS).toISOString().slice(0, 19)}Z`;

describe('where the preferred model ends', () => {
  let forecasts: BlendedForecasts;

  beforeAll(async () => {
    forecasts = await BlendedForecasts.create([
      { model: 'ifs', lastStep: END, values: IFS },
      { model: 'gfs', lastStep: 60, values: GFS },
    ]);
  });
  afterAll(() => forecasts.close());

  it.each(FADING)('%s fades to the next within its last 12 hours', (name, expected, half) => {
    const values = valuesOf(forecasts.ask(20, 42), name) as number[];
    values.forEach((value, i) => {
      const difference = Math.abs(value - expected(20 + i));
      expect([20 + i, value, difference <= half + 0.002]).toEqual([20 + i, expect.any(Number), true]);
    });
    expect(values).toHaveLength(22);
  });

  it.each([
    ['precipitationIntensity', 1, 0],
    ['cloudCover', 20, 90],
    ['visibility', 5, 20],
    ['weatherCode', 4200, 1001],
  ])('%s changes over in the middle of that', (name, before, after) => {
    expect(valuesOf(forecasts.ask(28, 32), name)).toEqual([before, before, after, after]);
  });

  it('the probability is judged by the model that gives the precipitation', () => {
    const [last, first] = valuesOf(forecasts.ask(29, 31), 'precipitationProbability') as number[];
    expect(last).toBeGreaterThanOrEqual(50);
    expect(first).toBeLessThan(50);
  });

  it('what stands by itself is its own to the end, and what it lacks is that of the next', () => {
    expect(valuesOf(forecasts.ask(34, 39), 'ozone')).toEqual([300, 300, 300, 350, 350]);
    expect(valuesOf(forecasts.ask(34, 39), 'soilMoisture')).toEqual([25, 25, 25, 25, 25]);
  });

  it('says what each gives, and from when to when', () => {
    const { meta } = forecasts.ask(20, 42, { fields: 'temperature,precipitationIntensity,soilMoisture' });
    expect(meta).toMatchObject({ source: 'ifs', run: at(0), nextRunExpectedAt: '2026-11-21T00:27:00Z' });
    expect(meta.sources).toMatchObject([
      { source: 'ifs', fields: ['temperature', 'precipitationIntensity'], from: at(20), to: at(35) },
      {
        source: 'gfs',
        fields: ['temperature', 'precipitationIntensity', 'soilMoisture'],
        from: at(20),
        to: at(41),
        nextRunExpectedAt: '2026-11-20T23:00:00Z',
      },
    ]);
    expect(forecasts.ask(20, 42, { fields: 'cloudCover' }).meta.sources).toMatchObject([
      { source: 'ifs', from: at(20), to: at(29) },
      { source: 'gfs', from: at(30), to: at(41) },
    ]);
    expect(forecasts.ask(20, 24, { fields: 'temperature' }).meta.sources).toHaveLength(1);
  });

  it('names the model of the first hour, by the first metric where the temperature was not asked for', () => {
    expect(forecasts.ask(29, 42, { fields: 'humidity,temperature' }).meta.source).toBe('ifs');
    expect(forecasts.ask(30, 42, { fields: 'humidity,temperature' }).meta.source).toBe('gfs');
    expect(forecasts.ask(20, 42, { fields: 'soilMoisture' }).meta.source).toBe('gfs');
    expect(forecasts.ask(35, 42, { fields: 'ozone' }).meta.source).toBe('ifs');
  });

  it('gives minutes and days the same hours', () => {
    const minutes = valuesOf(forecasts.ask(30, 31, { timelines: 'minutely' }), 'temperature', 'minutely');
    expect(minutes[0]).toEqual(valuesOf(forecasts.ask(30, 31), 'temperature')[0]);
    const day = forecasts.ask(12, 36, { timelines: 'hourly,daily', fields: 'temperature' });
    const hours = valuesOf(day, 'temperature') as number[];
    expect(valuesOf(day, 'temperatureMax', 'daily')[0]).toBe(Math.max(...hours));
    expect(day.meta.sources.map(({ source }) => source)).toEqual(['ifs', 'gfs']);
  });

  it('answers with one model alone where that is asked for', () => {
    const { data, meta } = forecasts.ask(30, 42, { source: 'ifs' });
    expect(data.timelines.hourly).toHaveLength(7);
    expect(valuesOf({ data } as never, 'temperature')[5]).toBe(17.4);
    expect(meta.sources.map(({ source }) => source)).toEqual(['ifs']);
    expect(meta.warnings.map(({ code }) => code)).toContain('ends_with_run');
  });

  it('has no step that is larger than those of the models and what is between them', () => {
    const names = {
      temperature2m: 'temperature',
      windGust: 'windGust',
      surfacePressure: 'pressureSurfaceLevel',
    };
    for (const [variable, name] of Object.entries(names)) {
      const values = valuesOf(forecasts.ask(20, 42), name) as number[];
      const [one, other] = [IFS, GFS].map((model) => model[variable as keyof typeof IFS]);
      const unit = variable === 'surfacePressure' ? 100 : 1;
      for (let i = 1; i < values.length; i++) {
        const hour = 20 + i;
        const own = Math.max(Math.abs(one(hour) - one(hour - 1)), Math.abs(other(hour) - other(hour - 1)));
        const most = (own + Math.abs(one(hour) - other(hour)) / 12) / unit;
        expect(Math.abs(values[i] - values[i - 1])).toBeLessThanOrEqual(most + 0.11);
      }
    }
  });
});

describe('the models of an answer', () => {
  const asIfs = { model: 'ifs', lastStep: END, values: IFS } as const;
  const asGfs = { model: 'gfs', lastStep: 60, values: GFS } as const;
  async function withRuns(
    runs: PublishedRun[],
    check: (forecasts: BlendedForecasts) => void | Promise<void>,
    order?: PublishedRun['model'][],
  ): Promise<void> {
    const forecasts = await BlendedForecasts.create(runs, order);
    await check(forecasts);
    await forecasts.close();
  }

  it('are brought to the terrain of the first of them, or to the elevation', () =>
    withRuns(
      [
        { ...asIfs, terrain: 200 },
        { ...asGfs, terrain: 700 },
      ],
      (forecasts) => {
        // GFS is 500 m higher: 3.25 K warmer on the terrain of IFS, whose own does not change.
        const [first] = valuesOf(forecasts.ask(20, 21), 'temperature') as number[];
        const [last] = valuesOf(forecasts.ask(20, 41), 'temperature').slice(-1) as number[];
        expect(first).toBe(12.9);
        expect(last).toBeCloseTo(292 - 8 - 273.15 + 3.25, 1);
        const [high] = valuesOf(forecasts.ask(40, 41, { elevation: '1700' }), 'temperature') as number[];
        expect(high).toBeCloseTo(292 - 8 - 273.15 - 6.5, 1);
        expect(forecasts.ask(20, 41).meta.sources.map(({ grid }) => grid.elevation)).toEqual([200, 700]);
      },
    ));

  it('keep their own apparent temperature, whose difference from the formula fades, too', () =>
    withRuns([{ ...asIfs, values: { ...IFS, apparentTemperature2m: () => 290 } }, asGfs], (forecasts) => {
      const values = valuesOf(forecasts.ask(24, 38), 'temperatureApparent') as number[];
      const [, , , [, formula]] = FADING;
      const own = (hour: number) => {
        const vapour = 0.33 * saturation(IFS.dewPoint2m(hour) - 273.15);
        return 290 - (IFS.temperature2m(hour) + vapour - 0.7 * 5 - 4);
      };
      expect(values[0]).toBe(16.9);
      values.forEach((value, i) => {
        const expected = formula(24 + i) + share(24 + i) * own(24 + i);
        expect([24 + i, Math.abs(value - expected) <= 0.052]).toEqual([24 + i, true]);
      });
    }));

  it('give what the preferred one lacks, from which code and humidity follow', () => {
    const lacked = ['dewPoint2m', 'windGust', 'visibility'];
    const rest = Object.fromEntries(Object.entries(IFS).filter(([name]) => !lacked.includes(name)));
    const dry = { ...rest, precipitation: () => 0 };
    const foggy = { ...GFS, dewPoint2m: () => 290, windGust: () => 2, visibility: () => 400 };
    return withRuns(
      [
        { ...asIfs, values: dry },
        { ...asGfs, values: foggy },
      ],
      (forecasts) => {
        const [entry] = entriesOf(forecasts.ask(20, 21)).map(({ values }) => values);
        // The gust of GFS is below the wind of IFS, and its dew point above the temperature.
        expect(entry).toMatchObject({ temperature: 12.9, dewPoint: 12.9, humidity: 100 });
        expect(entry).toMatchObject({ windSpeed: 5, windGust: 5, visibility: 0.4, weatherCode: 2000 });
        const { sources } = forecasts.ask(20, 21, { fields: 'temperature,windGust,visibility' }).meta;
        expect(sources).toMatchObject([
          { source: 'ifs', fields: ['temperature'] },
          { source: 'gfs', fields: ['windGust', 'visibility'] },
        ]);
      },
    );
  });

  it('are those that there are: the preferred one has no run, begins later, or is late', async () => {
    await withRuns([asGfs], (forecasts) => {
      const { meta } = forecasts.ask(20, 42);
      expect(meta.sources.map(({ source }) => source)).toEqual(['gfs']);
    });
    await withRuns([{ ...asIfs, beginsAt: 6 }, asGfs], (forecasts) => {
      const answer = forecasts.ask(4, 8);
      expect(valuesOf(answer, 'cloudCover')).toEqual([90, 90, 20, 20]);
      expect(answer.meta).toMatchObject({ source: 'gfs', sources: [{ source: 'ifs' }, { source: 'gfs' }] });
    });
    await withRuns([{ ...asIfs, beginsAt: -24, lastStep: 100 }, asGfs], (forecasts) => {
      // The runs of 18 and 0 UTC are overdue since 7:34 UTC.
      const fresh = new Date('2026-11-20T07:33:00Z');
      expect(forecasts.ask(1, 30, {}, fresh).meta.source).toBe('ifs');
      expect(forecasts.ask(1, 30).meta.source).toBe('gfs');
      expect(forecasts.ask(1, 30, { source: 'ifs' }).meta.source).toBe('ifs');
      // What GFS does not have is still that of the late one.
      expect(forecasts.ask(50, 70).meta.sources.map(({ source }) => source)).toEqual(['gfs', 'ifs']);
    });
  });

  it('are continued by their own earlier runs first, and end with these', () =>
    withRuns(
      [
        { ...asIfs, lastStep: 18, isPart: true, values: { ...IFS, totalOzone: () => 310 } },
        { ...asIfs, beginsAt: -6, lastStep: END + 6 },
        asGfs,
      ],
      (forecasts) => {
        const answer = forecasts.ask(16, 40);
        expect(valuesOf(answer, 'ozone').slice(0, 4)).toEqual([310, 310, 300, 300]);
        const temperatures = valuesOf(answer, 'temperature') as number[];
        temperatures.forEach((value, i) => {
          expect(Math.abs(value - celsius('temperature2m')(16 + i))).toBeLessThanOrEqual(0.052);
        });
        expect(answer.meta.sources).toMatchObject([
          { source: 'ifs', run: at(0), from: at(16), to: at(17), reaches: at(18) },
          { source: 'ifs', run: at(-6), from: at(18), to: at(36) },
          { source: 'gfs', run: at(0), from: at(16), to: at(39) },
        ]);
      },
    ));

  it('change the answer when one of them is new, and limit how long it is kept', () =>
    withRuns([asIfs, asGfs], async (forecasts) => {
      const before = forecasts.answer(20, 42);
      expect(forecasts.answer(20, 42).etag).toBe(before.etag);
      // At 17:40 UTC the hour ends first; at 22:40 the run of GFS that is expected at 23 UTC, not IFS' at 0:27.
      expect(before.maxAgeSeconds).toBe(20 * 60);
      const late = new Date('2026-11-20T22:40:00Z');
      expect(forecasts.answer(20, 42, {}, late).maxAgeSeconds).toBe(20 * 60);
      await forecasts.publish({ ...asGfs, beginsAt: 6 });
      const after = forecasts.answer(20, 42);
      expect(after.etag).not.toBe(before.etag);
      expect(after.lastModified.getTime()).toBeGreaterThanOrEqual(before.lastModified.getTime());
      expect(after.answer.meta.sources[1].run).toBe(at(6));
    }));

  it('cannot be asked for by a name of which there are no runs and never will be', () =>
    withRuns([asGfs], (forecasts) => {
      const refusal = (source: string) => {
        try {
          forecasts.ask(20, 42, { source });
        } catch (error) {
          return error as { code: string; options: { errors?: object[] } };
        }
        throw new Error('the request was answered');
      };
      expect(refusal('ifs')).toMatchObject({ code: 'forecast_unavailable' });
      expect(refusal('regional')).toMatchObject({
        code: 'invalid_parameter',
        options: {
          errors: [
            {
              parameter: 'source',
              detail: "This service doesn't download runs of regional: MODELS names ifs, gfs.",
            },
          ],
        },
      });
    }));
});
