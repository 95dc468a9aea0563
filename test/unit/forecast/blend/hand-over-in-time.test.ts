import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { valuesOf } from '../synthetic-forecasts.js';
import { BlendedForecasts } from './blended-forecasts.js';
import { at, END, FADING, GFS, IFS, share } from './two-models.js';

describe('at the end of the preferred model', () => {
  let forecasts: BlendedForecasts;

  beforeAll(async () => {
    forecasts = await BlendedForecasts.create([
      { model: 'ifs', lastStep: END, values: IFS },
      { model: 'gfs', lastStep: 60, values: GFS },
    ]);
  });
  afterAll(() => forecasts.close());

  it.each(FADING)(
    'the preferred model fades out of the mean of %s over its last 12 hours',
    (name, expected, half) => {
      const values = valuesOf(forecasts.ask(20, 42), name) as number[];
      values.forEach((value, i) => {
        const difference = Math.abs(value - expected(20 + i));
        expect([20 + i, value, difference <= half + 0.002]).toEqual([20 + i, expect.any(Number), true]);
      });
      expect(values).toHaveLength(22);
    },
  );

  it.each([
    ['precipitationIntensity', 1, 0],
    ['cloudCover', 20, 90],
    ['visibility', 5, 20],
    ['weatherCode', 4200, 1001],
  ])('%s switches in the middle of those hours', (name, before, after) => {
    expect(valuesOf(forecasts.ask(28, 32), name)).toEqual([before, before, after, after]);
  });

  it('the probability follows the model that provides the precipitation', () => {
    const [last, first] = valuesOf(forecasts.ask(29, 31), 'precipitationProbability') as number[];
    expect(last).toBeGreaterThanOrEqual(50);
    expect(first).toBeLessThan(50);
  });

  it('the last hour has a sky condition but no amounts', () => {
    const answer = forecasts.ask(30, 61);
    const last = (name: string) => valuesOf(answer, name).slice(-3);
    expect(last('precipitationIntensity')).toEqual([0, 0, null]);
    expect(last('cloudCover')).toEqual([90, 90, 90]);
    expect(last('visibility')).toEqual([20, 20, 20]);
  });

  it('a metric that is not blended is the preferred model’s to the end, and the next model fills in one that it lacks', () => {
    expect(valuesOf(forecasts.ask(34, 39), 'ozone')).toEqual([300, 300, 300, 350, 350]);
    expect(valuesOf(forecasts.ask(34, 39), 'soilMoisture')).toEqual([25, 25, 25, 25, 25]);
  });

  it('the sources list what each model provides, and when', () => {
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
    // IFS fades out of the temperature over its last 12 hours. Precipitation switches in the middle of them.
    expect(meta.sources.map(({ spans }) => spans)).toEqual([
      [
        { fields: ['temperature'], from: at(20), to: at(35) },
        { fields: ['precipitationIntensity'], from: at(20), to: at(29) },
      ],
      [
        { fields: ['temperature', 'soilMoisture'], from: at(20), to: at(41) },
        { fields: ['precipitationIntensity'], from: at(30), to: at(41) },
      ],
    ]);
    expect(forecasts.ask(20, 42, { fields: 'cloudCover' }).meta.sources).toMatchObject([
      { source: 'ifs', from: at(20), to: at(29) },
      { source: 'gfs', from: at(30), to: at(41) },
    ]);
    expect(forecasts.ask(36, 42, { fields: 'temperature' }).meta.sources).toHaveLength(1);
  });

  it('names the model of the first hour, judged by the first metric if temperature was not requested', () => {
    expect(forecasts.ask(35, 42, { fields: 'humidity,temperature' }).meta.source).toBe('ifs');
    expect(forecasts.ask(36, 42, { fields: 'humidity,temperature' }).meta.source).toBe('gfs');
    expect(forecasts.ask(29, 42, { fields: 'cloudCover' }).meta.source).toBe('ifs');
    expect(forecasts.ask(30, 42, { fields: 'cloudCover' }).meta.source).toBe('gfs');
    expect(forecasts.ask(20, 42, { fields: 'soilMoisture' }).meta.source).toBe('gfs');
    expect(forecasts.ask(35, 42, { fields: 'ozone' }).meta.source).toBe('ifs');
  });

  it('minutely and daily values are consistent with the hours', () => {
    const minutes = valuesOf(forecasts.ask(30, 31, { timelines: 'minutely' }), 'temperature', 'minutely');
    expect(minutes[0]).toEqual(valuesOf(forecasts.ask(30, 31), 'temperature')[0]);
    const day = forecasts.ask(12, 36, { timelines: 'hourly,daily', fields: 'temperature' });
    const hours = valuesOf(day, 'temperature') as number[];
    expect(valuesOf(day, 'temperatureMax', 'daily')[0]).toBe(Math.max(...hours));
    expect(day.meta.sources.map(({ source }) => source)).toEqual(['ifs', 'gfs']);
  });

  it('returns a single model if that is requested', () => {
    const { data, meta } = forecasts.ask(30, 42, { source: 'ifs' });
    expect(data.timelines.hourly).toHaveLength(7);
    expect(valuesOf({ data } as never, 'temperature')[5]).toBe(17.4);
    expect(meta.sources.map(({ source }) => source)).toEqual(['ifs']);
    expect(meta.warnings.map(({ code }) => code)).toContain('ends_with_run');
  });

  it('no step exceeds the models’ own steps plus what the fade moves of the difference between them', () => {
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
        const group = variable === 'temperature2m' ? 'temperature' : 'other';
        const moved = Math.abs(share(group, hour) - share(group, hour - 1));
        const most = (own + Math.abs(one(hour) - other(hour)) * moved) / unit;
        expect(Math.abs(values[i] - values[i - 1])).toBeLessThanOrEqual(most + 0.11);
      }
    }
  });
});
