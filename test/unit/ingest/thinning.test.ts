import { describe, expect, test } from '@jest/globals';
import { keptGrid, Thinning } from '../../../src/ingest/fields/thinning.js';
import { type StoreGrid } from '../../../src/store/format/run-manifest.js';

const global = (degrees: number): StoreGrid => ({
  ni: 360 / degrees,
  nj: 180 / degrees + 1,
  latitudeFirst: 90,
  longitudeFirst: 0,
  latitudeIncrement: degrees,
  longitudeIncrement: degrees,
  wrapsLongitude: true,
});

const field = ({ ni, nj }: StoreGrid, at: (y: number, x: number) => number) =>
  Float64Array.from({ length: ni * nj }, (_, i) => at(Math.floor(i / ni), i % ni));

/** Returns the integral of a field over the sphere. By Archimedes, the area of a zone is proportional to its height. */
function total({ ni, nj, latitudeIncrement }: StoreGrid, values: Float64Array): number {
  let sum = 0;
  for (let y = 0; y < nj; y++) {
    const edge = (side: number) =>
      Math.sin((Math.min(Math.max(90 - (y + side) * latitudeIncrement, -90), 90) * Math.PI) / 180);
    const zone = edge(-0.5) - edge(0.5);
    for (let x = 0; x < ni; x++) sum += (values[y * ni + x] * zone) / ni;
  }
  return sum;
}

describe.each([2, 3, 4])('a global grid thinned by %i', (stride) => {
  const grid = global(1.5);
  const kept = keptGrid(grid, 1.5 * stride);
  const thinning = Thinning.between(grid, kept)!;

  test('starts at the pole and the prime meridian', () => {
    expect(kept).toEqual(global(1.5 * stride));
  });

  test('preserves the total amount', () => {
    const rain = field(grid, (y, x) => Math.max(0, Math.sin(y * 0.7) * Math.cos(x * 1.3) - 0.5) * 40);
    const thinned = thinning.average(rain);
    expect(total(kept, thinned)).toBeCloseTo(total(grid, rain), 10);
  });

  test('has a single amount at a pole', () => {
    const means = thinning.average(field(grid, (y, x) => (y < 2 && x < 10 ? 1 : 0)));
    expect(new Set(means.subarray(0, kept.ni)).size).toBe(1);
    expect(means[0]).toBeGreaterThan(0);
  });

  test('samples instantaneous values at its points', () => {
    const sampled = thinning.sample(field(grid, (y, x) => 1000 * y + x));
    expect([...sampled.subarray(kept.ni, kept.ni + 3)]).toEqual(
      [0, 1, 2].map((x) => 1000 * stride + x * stride),
    );
  });
});

test('amounts just west of the prime meridian count toward its cells', () => {
  const grid = global(1);
  const rain = field(grid, (_, x) => (x === 359 ? 8 : 0));
  const kept = keptGrid(grid, 2);
  const means = Thinning.between(grid, kept)!.average(rain);
  const equator = 45 * kept.ni;
  // A point between two kept ones contributes half of its cell to each. A kept cell is as wide as two of the grid.
  expect([means[equator], means[equator + 1], means[equator + kept.ni - 1]]).toEqual([2, 0, 2]);
});

describe('a regional grid', () => {
  const region = { ...global(0.25), ni: 9, nj: 7, latitudeFirst: 50.75, longitudeFirst: -1.5 };
  const grid: StoreGrid = { ...region, wrapsLongitude: false };

  test('keeps the points at whole multiples of the spacing', () => {
    expect(keptGrid(grid, 1)).toEqual({
      ...grid,
      ni: 2,
      nj: 1,
      latitudeFirst: 50,
      longitudeFirst: -1,
      latitudeIncrement: 1,
      longitudeIncrement: 1,
    });
  });

  test('averages the available values: cells end at its border, and missing values don’t count', () => {
    const thinning = Thinning.between(grid, keptGrid(grid, 0.5))!;
    const means = thinning.average(field(grid, (_, x) => (x < 4 ? NaN : 3)));
    expect([...means.subarray(0, 5)]).toEqual([NaN, NaN, 3, 3, 3]);
  });

  test.each([
    ['coarser than what is to be kept', { ...grid, latitudeIncrement: 2.5, longitudeIncrement: 2.5 }],
    ['not a whole number of times as fine', { ...grid, latitudeIncrement: 0.3, longitudeIncrement: 0.3 }],
    ['beside the whole multiples', { ...grid, latitudeFirst: 50.875 }],
  ])('that is %s is rejected', (_, other) => {
    expect(() => keptGrid(other, 1)).toThrow('has no points at whole multiples of 1°');
  });

  test('that already has the wanted spacing is kept unchanged', () => {
    expect(keptGrid({ ...grid, latitudeFirst: 50.875 }, 0.25)).toMatchObject({ latitudeFirst: 50.875 });
    expect(Thinning.between(grid, keptGrid(grid, 0.25))).toBeUndefined();
  });
});
