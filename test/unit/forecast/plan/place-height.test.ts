import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { acceptedCoding } from '../../../../src/core/http/index.js';
import { HOUR_MS } from '../../../../src/core/time/index.js';
import { BlendedForecasts, NOON, NOW, type PublishedRun } from '../blend/blended-forecasts.js';
import { GFS, IFS, weighted, weightOf } from '../blend/two-models.js';
import { generator } from '../../../support/random.js';
import { valuesOf } from '../synthetic-forecasts.js';

const KELVIN = 273.15;
/** Kelvin per meter. */
const LAPSE = 0.0065;

/** Ends 30 hours after noon; 5-degree cells up to 100 E, in a world of 10-degree cells. */
const REGIONAL: PublishedRun = {
  model: 'regional',
  lastStep: 30,
  terrain: 1000,
  values: { ...IFS, temperature2m: () => 280, dewPoint2m: () => 270, surfacePressure: () => 90_000 },
};
const WORLD_IFS: PublishedRun = {
  model: 'ifs',
  lastStep: 60,
  terrain: 200,
  values: { ...IFS, temperature2m: () => 290, dewPoint2m: () => 280, surfacePressure: () => 99_000 },
};
const WORLD_GFS: PublishedRun = { model: 'gfs', lastStep: 80, terrain: 700, values: GFS };

/**
 * The mean temperature at a height, of which the regional model has what is left of it.
 *
 * @param height meters; undefined for each model's own terrain
 */
function meanKelvin(hour: number, presence: number, height?: number): number {
  const at = (kelvin: number, terrain: number) =>
    height === undefined ? kelvin : kelvin - LAPSE * (height - terrain);
  return weighted([
    [presence * weightOf('regional', 'temperature', hour), at(280, 1000)],
    [weightOf('ifs', 'temperature', hour), at(290, 200)],
    [weightOf('gfs', 'temperature', hour), at(GFS.temperature2m(hour), 700)],
  ]);
}

describe('the height of a place', () => {
  let forecasts: BlendedForecasts;

  beforeAll(async () => {
    forecasts = await BlendedForecasts.create([REGIONAL, WORLD_IFS, WORLD_GFS], ['regional', 'ifs', 'gfs']);
  });
  afterAll(() => forecasts.close());

  const heightOf = (from: number, to: number, query: Record<string, string> = {}) =>
    forecasts.ask(from, to, { lat: '0', lon: '50', ...query }).meta.elevation;

  it('is the terrain of the most preferred model whose grid contains it, even for hours that this model lacks', () => {
    for (const [from, to] of [
      [0, 4],
      [26, 40],
      [32, 34],
      [61, 75],
      [90, 99],
      [-20, -10],
    ])
      expect([from, heightOf(from, to)]).toEqual([from, 1000]);
    expect(heightOf(32, 34, { lon: '-10' })).toBe(200);
    expect(heightOf(2, 4, { fields: 'soilMoisture' })).toBe(1000);
    expect(heightOf(2, 30, { timelines: 'daily' })).toBe(1000);
  });

  it('is what all values are for: after the end of the preferred model, and in climatology', () => {
    const [value] = valuesOf(forecasts.ask(32, 33, { lat: '0' }), 'temperature') as number[];
    expect(value).toBeCloseTo(meanKelvin(32, 0, 1000) - KELVIN, 1);
    const asked = { lat: '0', fields: 'temperature,pressureSurfaceLevel' };
    const { timelines } = forecasts.ask(90, 92, asked).data;
    expect(timelines).toEqual(
      forecasts.ask(90, 92, { ...asked, source: 'climatology', elevation: '1000' }).data.timelines,
    );
  });

  it('is the model’s own terrain for a model’s name, and "elevation" if that is set', () => {
    expect(heightOf(2, 4, { source: 'ifs' })).toBe(200);
    expect(heightOf(2, 4, { source: 'gfs' })).toBe(700);
    for (const source of ['auto', 'gfs', 'climatology'])
      expect(heightOf(2, 4, { source, elevation: '321.5' })).toBe(321.5);
  });

  it.each([
    [60, 1000],
    [70, 800],
    [80, 600],
    [95, 300],
    [99.9999, 200.002],
    [100, 200],
    [100.0001, 200],
  ])('fades to the terrain of the next model before the border: at %f E it is %f m', (lon, height) => {
    const share = Math.min(1, Math.max(0, (100 - lon) / 40));
    const answer = forecasts.ask(2, 3, { lat: '0', lon: String(lon) });
    expect(answer.meta.elevation).toBeCloseTo(height, 1);
    const [value] = valuesOf(answer, 'temperature') as number[];
    expect(Math.abs(value - (meanKelvin(2, share, height) - KELVIN))).toBeLessThanOrEqual(0.051);
  });

  it('leaves no step at a border: pressure, temperature, dew point, wind and gust are those of 0.0001° further on', () => {
    const fields = 'pressureSurfaceLevel,temperature,dewPoint,windSpeed,windGust';
    for (const elevation of [undefined, '0', '1500'])
      for (const hour of [2, 24, 58])
        for (const lon of [0, 59.99995, 79.99995, 99.99995, 100]) {
          const values = [lon, lon + 1e-4].map((at) => {
            const place = { lat: '0', lon: at.toFixed(4), fields, ...(elevation && { elevation }) };
            return forecasts.ask(hour, hour + 1, place).data.timelines.hourly![0].values as Record<
              string,
              number
            >;
          });
          for (const name of fields.split(','))
            expect([lon, hour, name, Math.abs(values[0][name] - values[1][name]) < 0.11]).toEqual([
              lon,
              hour,
              name,
              true,
            ]);
        }
  });

  it('does not matter to a dialect that turns the correction off', () => {
    const [firstMs, endMs] = [32, 33].map((hour) => NOON.getTime() + hour * HOUR_MS);
    const valueFor = (elevation: number | undefined) => {
      let value = NaN;
      void forecasts.service.inDialect(
        String(elevation),
        acceptedCoding(undefined),
        NOW.getTime(),
        (hoursOf) => {
          const place = { latitude: 0, longitude: 50, elevation, source: 'auto' };
          const { hours, life, origin } = hoursOf({ ...place, firstMs, endMs });
          [value] = hours!.at({ firstMs, stepMs: HOUR_MS, count: 1 })('temperature');
          return { body: Buffer.alloc(0), life, origin };
        },
      );
      return value;
    };
    expect(valueFor(NaN)).toBeCloseTo(meanKelvin(32, 0) - KELVIN, 2);
    expect(valueFor(undefined)).toBeCloseTo(meanKelvin(32, 0, 1000) - KELVIN, 2);
  });

  it('is that of an earlier run if the newest one has no terrain', async () => {
    const runs = await BlendedForecasts.create([
      { ...WORLD_IFS, terrain: undefined },
      { ...WORLD_IFS, beginsAt: -6 },
      WORLD_GFS,
    ]);
    expect(runs.ask(2, 4).meta.elevation).toBe(200);
    await runs.close();
  });

  it('does not change when runs go, wherever the place is, and whichever hours are asked', async () => {
    const published = [REGIONAL, WORLD_IFS, WORLD_GFS];
    const random = generator(2);
    const questions = Array.from({ length: 200 }, () => {
      // Half of them near the border of the region, where its terrain fades.
      const lon = random() < 0.5 ? 75 + 30 * random() : 360 * random() - 180;
      const [lat, from] = [170 * random() - 85, Math.floor(100 * random()) - 20];
      return { from, query: { lat: lat.toFixed(3), lon: lon.toFixed(3) } };
    });
    const heightsFrom = async (left: PublishedRun[], terrains: PublishedRun[]) => {
      const some = await BlendedForecasts.create(left, ['regional', 'ifs', 'gfs'], terrains);
      const heights = questions.map(({ from, query }) => some.ask(from, from + 3, query).meta.elevation);
      await some.close();
      return heights;
    };
    const heights = await heightsFrom(published, []);
    for (const left of [[REGIONAL], [WORLD_IFS], [WORLD_GFS], [WORLD_IFS, WORLD_GFS], []])
      expect(await heightsFrom(left, published)).toEqual(heights);
    const without = published.map((run) => ({ ...run, terrain: undefined }));
    expect(await heightsFrom(without, published)).toEqual(heights);
  });

  it('is unknown without any terrain', async () => {
    const runs = await BlendedForecasts.create([{ ...WORLD_IFS, terrain: undefined }], ['ifs']);
    const { meta } = runs.ask(2, 4);
    expect(meta.elevation).toBeNull();
    expect(meta.warnings.map(({ code }) => code)).not.toContain('no_terrain');
    await runs.close();
  });

  it('cannot be applied to a run without terrain, and a warning says so', async () => {
    const runs = await BlendedForecasts.create([{ ...WORLD_IFS, terrain: undefined }], ['ifs']);
    const answer = runs.ask(2, 4, { elevation: '2000', fields: 'temperature,cloudCover,humidity' });
    expect(valuesOf(answer, 'temperature')).toEqual([16.9, 16.9]);
    expect(answer.meta.warnings).toMatchObject([{ code: 'no_terrain', fields: ['temperature', 'humidity'] }]);
    await runs.close();
  });
});
