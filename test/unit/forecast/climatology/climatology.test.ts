import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { brotliDecompressSync } from 'node:zlib';
import { HOUR_MS } from '../../../../src/core/time/index.js';
import { climatologyAt } from '../../../../src/forecast/climatology/climatology.js';
import { describeWithSharedData, sharedData } from '../../../support/shared-data.js';

const FIGURES = new URL('../../../../src/forecast/climatology/figures.i16.br', import.meta.url);

describe('climatologyAt', () => {
  // The checks delivered with the figures: cell centers, in the middle of January and July.
  it.each([
    ['Boston', 42.5, -72.5, -3.4, 21.5],
    ['Singapore', 2.5, 102.5, 25.6, 26.5],
    ['Yakutsk', 62.5, 127.5, -33.1, 19.6],
  ])('has the temperatures of %s', (_, latitude, longitude, january, july) => {
    const point = climatologyAt(latitude, longitude);
    const at = (time: string) => point.values('temperature', Date.parse(time), 1)[0];
    expect(at('2026-01-16T12:00:00Z')).toBeCloseTo(january, 9);
    expect(at('2026-07-16T12:00:00Z')).toBeCloseTo(july, 9);
  });

  it('is continuous around the globe, across months and across years', () => {
    const at = (longitude: number, time: string) =>
      climatologyAt(50, longitude).values('temperature', Date.parse(time), 1)[0];
    expect(at(-180, '2026-05-05T00:00:00Z')).toBe(at(180, '2026-05-05T00:00:00Z'));
    expect(at(-0.0001, '2026-05-05T00:00:00Z')).toBeCloseTo(at(0.0001, '2026-05-05T00:00:00Z'), 4);
    const series = climatologyAt(50, 20).values('temperature', Date.parse('2025-12-01T00:00:00Z'), 24 * 90);
    const steps = series.subarray(1).map((value, i) => Math.abs(value - series[i]));
    expect(Math.max(...steps)).toBeLessThan(0.02);
    expect(series.some(Number.isNaN)).toBe(false);
  });

  it('returns the same value for an hour whatever the first hour is', () => {
    const point = climatologyAt(50, 20);
    const firstMs = Date.parse('2026-01-16T10:00:00Z');
    const series = point.values('ozone', firstMs, 40);
    for (const hour of [0, 1, 2, 3, 39])
      expect(point.values('ozone', firstMs + hour * HOUR_MS, 1)[0]).toBe(series[hour]);
  });

  it.each(['0000-01-01T00:00:00Z', '0099-12-31T23:00:00Z', '9999-12-31T23:00:00Z'])(
    'has values at %s',
    (time) => {
      const [value] = climatologyAt(-45, 100).values('temperature', Date.parse(time), 1);
      expect(value).toBeGreaterThan(0);
      expect(value).toBeLessThan(15);
    },
  );
});

describeWithSharedData('the figures of the climatology', () => {
  it('are the original ones', () => {
    const folder = join(sharedData ?? '', 'climatology');
    const meta = JSON.parse(readFileSync(join(folder, 'climatology.json'), 'utf8')) as {
      terrainHeightM: number[][];
      ozoneDobsonUnits: { values: number[][] };
    };
    const original = readFileSync(join(folder, 'climatology.i16'));
    const carried = brotliDecompressSync(readFileSync(FIGURES));
    expect(carried.subarray(0, original.length).equals(original)).toBe(true);
    const rest = [...meta.terrainHeightM.flat(), ...meta.ozoneDobsonUnits.values.flat()];
    expect(carried.length).toBe(original.length + 2 * rest.length);
    expect(rest.map((_, i) => carried.readInt16LE(original.length + 2 * i))).toEqual(rest);
  });
});
