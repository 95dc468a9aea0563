import { closeSync, openSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { valuesOf } from '../synthetic-forecasts.js';
import { BlendedForecasts, type PublishedRun } from './blended-forecasts.js';
import { weighted, weightOf } from './two-models.js';

const valuesOfModel = (kelvin: number, millimetres: number): PublishedRun['values'] => ({
  temperature2m: () => kelvin,
  dewPoint2m: () => kelvin - 5,
  windU10m: () => kelvin - 280,
  windV10m: () => 0,
  precipitation: () => millimetres,
  cloudCover: () => 50,
});
const REGIONAL: PublishedRun = { model: 'regional', lastStep: 8, values: valuesOfModel(290, 1) };
const IFS: PublishedRun = { model: 'ifs', lastStep: 8, values: valuesOfModel(284, 0) };
const GFS: PublishedRun = { model: 'gfs', lastStep: 8, values: valuesOfModel(281, 2) };
const KELVIN = 273.15;
const LEAD = 2;

/** The mean of the regional model's value, of which `presence` is left, and those of the others. */
const meanOf = (
  group: 'temperature' | 'other',
  presence: number,
  [regional, ifs, gfs]: [number, number, number],
) =>
  weighted([
    [presence * weightOf('regional', group, LEAD), regional],
    [weightOf('ifs', group, LEAD), ifs],
    [weightOf('gfs', group, LEAD), gfs],
  ]);

describe('at the border of the preferred model’s region', () => {
  let forecasts: BlendedForecasts;

  beforeAll(async () => {
    // 5-degree cells up to 100 E, in a world of 10-degree cells.
    forecasts = await BlendedForecasts.create([REGIONAL, IFS, GFS], ['regional', 'ifs', 'gfs']);
  });
  afterAll(() => forecasts.close());

  /** Longitude, what is left of the regional model, and the precipitation, which comes from a single model. */
  const CASES: [lon: number, presence: number, millimetres: number][] = [
    [50, 1, 1],
    [60, 1, 1],
    [70, 0.75, 1],
    [79.9, 0.5025, 1],
    [80, 0.5, 0],
    [95, 0.125, 0],
    [100, 0, 0],
    [100.1, 0, 0],
    // The western border behaves the same.
    [10, 0.25, 0],
    [-10, 0, 0],
  ];

  it.each(CASES)('at %f E, %f of it is left', (lon, presence, millimetres) => {
    const answer = forecasts.ask(2, 4, { lat: '0', lon: String(lon) });
    const expected = {
      temperature: meanOf('temperature', presence, [290, 284, 281]) - KELVIN,
      windSpeed: meanOf('other', presence, [10, 4, 1]),
    };
    for (const name of ['temperature', 'windSpeed'] as const) {
      const [value] = valuesOf(answer, name) as number[];
      expect(Math.abs(value - expected[name])).toBeLessThanOrEqual(0.052);
    }
    expect(valuesOf(answer, 'precipitationIntensity')).toEqual([millimetres, millimetres]);
    const ofRegional = presence > 0 ? ['regional'] : [];
    expect(answer.meta.sources.map(({ source }) => source)).toEqual([...ofRegional, 'ifs', 'gfs']);
    expect(answer.meta.source).toBe(presence > 0 ? 'regional' : 'ifs');
    const shares = answer.meta.sources.map(({ share }) => share.temperature);
    expect(shares[0]).toBeCloseTo(meanOf('temperature', presence, presence > 0 ? [1, 0, 0] : [0, 1, 0]), 2);
    expect(shares.reduce((sum, share) => sum + share)).toBeCloseTo(1, 1);
  });

  it('the nearest border determines what is left', () => {
    // 70 N is 10 degrees inside the northern border, which is one cell of the coarser grid.
    const [value] = valuesOf(forecasts.ask(2, 3, { lat: '70', lon: '60' }), 'temperature') as number[];
    expect(value).toBeCloseTo(meanOf('temperature', 0.25, [290, 284, 281]) - KELVIN, 1);
  });

  it.each([-0.0001, 0, 59.9999, 60, 79.9999, 99.9999, 100])(
    'no mean jumps between %f E and 0.0001 degrees further',
    (lon) => {
      for (const name of ['temperature', 'dewPoint', 'windSpeed', 'humidity']) {
        const [west, east] = [lon, lon + 0.0001].map((each) => {
          const place = { lat: '0', lon: each.toFixed(4), fields: name };
          return valuesOf(forecasts.ask(2, 3, place), name)[0] as number;
        });
        // A unit of the last place, by rounding.
        expect(Math.abs(east - west)).toBeLessThanOrEqual(name === 'humidity' ? 1 : 0.1001);
      }
    },
  );

  it('the model doesn’t fade if it is requested alone or if no other model continues', async () => {
    const alone = forecasts.ask(2, 3, { lat: '0', lon: '95', source: 'regional' });
    expect(valuesOf(alone, 'temperature')).toEqual([16.9]);
    const onlyOne = await BlendedForecasts.create([REGIONAL], ['regional', 'ifs']);
    expect(valuesOf(onlyOne.ask(2, 3, { lat: '0', lon: '95' }), 'temperature')).toEqual([16.9]);
    await onlyOne.close();
  });

  it('a damaged model is left out, even if the damage is found only when it is read', async () => {
    const damaged = await BlendedForecasts.create([REGIONAL, IFS, GFS], ['regional', 'ifs', 'gfs']);
    const names = readdirSync(damaged.directory);
    const values = join(
      damaged.directory,
      names.find((name) => name.startsWith('ifs'))!,
      'values.packed',
    );
    // The index stays intact: the damage is found in the records.
    const file = openSync(values, 'r+');
    writeSync(file, Buffer.alloc(20_000, 0xa5), 0, 20_000, 0);
    closeSync(file);
    const answer = damaged.ask(2, 3, { lat: '0', lon: '70' });
    expect(answer.meta.sources.map(({ source }) => source)).toEqual(['regional', 'gfs']);
    const [value] = valuesOf(answer, 'temperature') as number[];
    const [regional, gfs] = ['regional', 'gfs'].map((model) => weightOf(model, 'temperature', LEAD));
    const expected = weighted([
      [0.75 * regional, 290],
      [gfs, 281],
    ]);
    expect(value).toBeCloseTo(expected - KELVIN, 1);
    await damaged.close();
  });
});
