import { closeSync, openSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { valuesOf } from '../synthetic-forecasts.js';
import { BlendedForecasts, type PublishedRun } from './blended-forecasts.js';

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

describe('at the border of the preferred model’s region', () => {
  let forecasts: BlendedForecasts;

  beforeAll(async () => {
    // 5-degree cells up to 100 E, in a world of 10-degree cells.
    forecasts = await BlendedForecasts.create([REGIONAL, IFS, GFS], ['regional', 'ifs', 'gfs']);
  });
  afterAll(() => forecasts.close());

  /** Longitude, the regional model's share, and the precipitation, which comes from a single model. */
  const CASES: [lon: number, share: number, millimetres: number, sources: string[]][] = [
    [50, 1, 1, ['regional']],
    [60, 1, 1, ['regional']],
    [70, 0.75, 1, ['regional', 'ifs']],
    [79.9, 0.5025, 1, ['regional', 'ifs']],
    [80, 0.5, 0, ['regional', 'ifs']],
    [95, 0.125, 0, ['regional', 'ifs']],
    [100, 0, 0, ['ifs']],
    [100.1, 0, 0, ['ifs']],
    // The western border behaves the same.
    [10, 0.25, 0, ['regional', 'ifs']],
    [-10, 0, 0, ['ifs']],
  ];

  it.each(CASES)('at %f E, its share is %f', (lon, share, millimetres, sources) => {
    const answer = forecasts.ask(2, 4, { lat: '0', lon: String(lon) });
    const kelvin = share * 290 + (1 - share) * 284;
    for (const name of ['temperature', 'windSpeed'] as const) {
      const expected = name === 'temperature' ? kelvin - KELVIN : kelvin - 280;
      const [value] = valuesOf(answer, name) as number[];
      expect(Math.abs(value - expected)).toBeLessThanOrEqual(0.052);
    }
    expect(valuesOf(answer, 'precipitationIntensity')).toEqual([millimetres, millimetres]);
    expect(answer.meta.sources.map(({ source }) => source)).toEqual(sources);
    expect(answer.meta.source).toBe(share > 0.5 ? 'regional' : 'ifs');
  });

  it('the nearest border determines the share', () => {
    // 70 N is 10 degrees inside the northern border, which is one cell of the coarser grid.
    const [value] = valuesOf(forecasts.ask(2, 3, { lat: '70', lon: '60' }), 'temperature') as number[];
    expect(value).toBeCloseTo(0.25 * 290 + 0.75 * 284 - KELVIN, 1);
  });

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
    expect(value).toBeCloseTo(0.75 * 290 + 0.25 * 281 - KELVIN, 1);
    await damaged.close();
  });
});
