import { describe, expect, it } from '@jest/globals';
import { RunCatalogue } from '../../../../src/store/catalogue/run-catalogue.js';
import { StoredPoint } from '../../../../src/store/read/stored-point.js';
import { type StoredRun } from '../../../../src/store/read/stored-run.js';
import { GLOBAL_GRID, identity, type SyntheticField, withDirectory, writeRun } from '../synthetic-run.js';

function withRun(fields: SyntheticField[], test: (run: StoredRun) => void, changes = {}): Promise<void> {
  return withDirectory(async (directory) => {
    await writeRun(directory, identity(changes), fields);
    const catalogue = new RunCatalogue(directory);
    test(catalogue.runs()[0]);
    catalogue.close();
  });
}

const series = (run: StoredRun, latitude: number, longitude: number, name: SyntheticField['variable']) =>
  [...(StoredPoint.at(run, latitude, longitude)?.series(name) ?? [])].map(
    (value) => Math.round(value * 1e9) / 1e9,
  );

describe('StoredPoint.series', () => {
  it('interpolates between four cells, step by step', () =>
    withRun(
      [
        // At 51.5 N, 10.25 E: weights 0.375 and 0.125 in row 0, and the same in row 1.
        { variable: 'temperature2m', step: 0, value: (y, x) => [280, 288, 0, 0][x] + y * 4, quantum: 1 },
        { variable: 'temperature2m', step: 6, value: 300 },
      ],
      (run) => {
        // 0.75 × 280 + 0.25 × 288 = 282, plus 2 for half a row.
        expect(series(run, 51.5, 10.25, 'temperature2m')).toEqual([284, NaN, 300]);
        expect(series(run, 50, 11, 'temperature2m')).toEqual([296, NaN, 300]);
      },
    ));

  it('adds the remainder in those steps that have one', () =>
    withRun(
      [
        {
          ...{ variable: 'surfacePressure', step: 0, quantum: 0.1, reference: 50_000, isSplit: true },
          value: (y, x) => [100_000.3, 100_063.9, 60_000, 60_000][x] + y,
        },
        { variable: 'surfacePressure', step: 3, value: 101_000, quantum: 1 },
      ],
      (run) => {
        expect(run.manifest.variables.map(({ name }) => name)).toContain('surfacePressureRemainder');
        // 0.75 × 100,000.3 + 0.25 × 100,063.9, plus half a row.
        expect(series(run, 51.5, 10.25, 'surfacePressure')).toEqual([100_016.7, 101_000, NaN]);
      },
    ));

  it('has no value if a cell with a weight has none', () =>
    withRun([{ variable: 'visibility', step: 3, value: (y, x) => (y === 0 && x === 1 ? NaN : 5) }], (run) => {
      expect(series(run, 51.5, 10.5, 'visibility')).toEqual([NaN, NaN, NaN]);
      expect(series(run, 51, 10.5, 'visibility')).toEqual([NaN, 5, NaN]);
    }));

  it('takes flags from the nearest cell', () =>
    withRun([{ variable: 'rainFlag', step: 0, value: (_, x) => (x === 1 ? 1 : 0), quantum: 1 }], (run) => {
      expect(series(run, 51.3, 10.49, 'rainFlag')[0]).toBe(0);
      expect(series(run, 51.3, 10.51, 'rainFlag')[0]).toBe(1);
    }));

  it('interpolates across the seam of a global grid', () =>
    withRun(
      [{ variable: 'cape', step: 0, value: (_, x) => [100, 200, 300, 500][x], quantum: 1 }],
      (run) => expect(series(run, 0, -22.5, 'cape')[0]).toBe(500 * 0.25 + 100 * 0.75),
      { grid: GLOBAL_GRID },
    ));

  it('is undefined for a variable that the run lacks, and the point is undefined outside the grid', () =>
    withRun([{ variable: 'cape', step: 0, value: 1 }], (run) => {
      expect(StoredPoint.at(run, 51, 11)?.series('visibility')).toBeUndefined();
      expect(StoredPoint.at(run, 51, 11)?.variable('visibility')).toBeUndefined();
      expect(StoredPoint.at(run, 60, 11)).toBeUndefined();
    }));
});

describe('a run of a version that stored any value', () => {
  const absurd: SyntheticField[] = [
    { variable: 'temperature2m', step: 0, value: (y, x) => (y === 0 && x === 1 ? 0 : 280), quantum: 1 },
    { variable: 'temperature2m', step: 3, value: 280, quantum: 1 },
    { variable: 'temperature2m', step: 6, value: (y, x) => (y === 0 && x === 1 ? 9999 : 280), quantum: 1 },
    { variable: 'precipitation', statistic: 'amount', step: 6, spanStart: 0, value: 9999, quantum: 1 },
    { variable: 'terrainHeight', step: 'static', value: (_, x) => (x === 1 ? 9999 : 50), quantum: 1 },
  ];

  it('has no value where it has what cannot be on Earth', () =>
    withRun(absurd, (run) => {
      expect(series(run, 51.5, 10.25, 'temperature2m')).toEqual([NaN, 280, NaN]);
      expect(series(run, 50.5, 12.5, 'temperature2m')).toEqual([280, 280, 280]);
      expect(series(run, 51.5, 10.25, 'precipitation')).toEqual([NaN, NaN, NaN]);
      expect(StoredPoint.at(run, 51.5, 11)!.staticValue('terrainHeight')).toBeNaN();
      expect(StoredPoint.at(run, 51.5, 10)!.staticValue('terrainHeight')).toBe(50);
      // All codes of a cell: three temperatures, three amounts, the terrain.
      expect([...run.readCell(0, 1)]).toEqual([65_535, 280, 65_535, 65_535, 65_535, 65_535, 65_535]);
    }));

  it('is not looked through again once the ingest does that', () =>
    withRun(
      absurd,
      (run) => {
        expect(run.manifest.isBounded).toBe(true);
        expect(series(run, 52, 11, 'temperature2m')).toEqual([0, 280, 9999]);
      },
      { isBounded: true },
    ));
});

describe('StoredPoint over land and sea', () => {
  const land = (cells: number[]): SyntheticField => ({
    variable: 'landMask',
    step: 'static',
    value: (y, x) => (y < 2 && x < 2 ? cells[y * 2 + x] : 0),
    quantum: 1,
  });
  const soil: SyntheticField = {
    variable: 'soilMoisture',
    step: 0,
    value: (y, x) =>
      [
        [0.1, 0.2],
        [0.3, 0.4],
      ][y]?.[x] ?? NaN,
  };

  it('excludes sea cells and renormalizes the weights', () =>
    // At 51.75 N, 10.25 E, the weights are 0.5625, 0.1875, 0.1875 and 0.0625.
    withRun([land([0, 1, 1, 0]), soil], (run) => {
      expect(series(run, 51.75, 10.25, 'soilMoisture')[0]).toBe(0.25);
    }));

  it('uses all cells inland', () =>
    withRun([land([1, 1, 1, 1]), soil], (run) => {
      // 0.05625 + 0.0375 + 0.05625 + 0.025
      expect(series(run, 51.75, 10.25, 'soilMoisture')[0]).toBe(0.175);
    }));

  it('excludes land cells without a value', () =>
    withRun(
      [
        { variable: 'landMask', step: 'static', value: 1, quantum: 1 },
        { variable: 'soilMoisture', step: 0, value: (y, x) => (y === 0 && x === 0 ? NaN : 0.2) },
      ],
      (run) => expect(series(run, 51.75, 10.25, 'soilMoisture')[0]).toBe(0.2),
    ));

  it('has no value at sea', () =>
    withRun([land([0, 0, 0, 0]), soil], (run) => {
      expect(series(run, 51.75, 10.25, 'soilMoisture')[0]).toBeNaN();
    }));
});

describe('StoredPoint.staticValue', () => {
  it('interpolates the terrain, and is NaN for a static field that the run lacks', () =>
    withRun(
      [
        { variable: 'cape', step: 0, value: 1 },
        { variable: 'terrainHeight', step: 'static', value: (y, x) => 100 * y + 10 * x, quantum: 0.1 },
      ],
      (run) => {
        const point = StoredPoint.at(run, 50.5, 12.5);
        expect(point?.staticValue('terrainHeight')).toBeCloseTo(175, 9);
        expect(point?.staticValue('landMask')).toBeNaN();
      },
    ));
});
