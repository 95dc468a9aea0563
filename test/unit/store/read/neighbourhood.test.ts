import { describe, expect, it } from '@jest/globals';
import { cellsAround, shareAtLeast } from '../../../../src/store/read/neighbourhood.js';
import { RunCatalogue } from '../../../../src/store/catalogue/run-catalogue.js';
import { GLOBAL_GRID, identity, REGIONAL_GRID, withDirectory, writeRun } from '../synthetic-run.js';

const indexes = (cells: { y: number; x: number }[] | undefined) => cells?.map(({ y, x }) => `${y},${x}`);
const WIDE_GRID = { ...GLOBAL_GRID, ni: 8, longitudeIncrement: 45 };

describe('cellsAround', () => {
  it('returns the nearest cell and its neighbors', () => {
    expect(cellsAround(REGIONAL_GRID, 51.2, 11.3, 1)).toHaveLength(9);
    expect(indexes(cellsAround(REGIONAL_GRID, 51.2, 11.3, 0))).toEqual(['1,1']);
  });

  it('ends at the edges of a regional grid and at the poles', () => {
    expect(indexes(cellsAround(REGIONAL_GRID, 52, 10, 1))).toEqual(['0,0', '0,1', '1,0', '1,1']);
    expect(indexes(cellsAround(WIDE_GRID, 90, 90, 1))).toEqual(['0,1', '0,2', '0,3', '1,1', '1,2', '1,3']);
    expect(cellsAround(REGIONAL_GRID, 60, 10, 1)).toBeUndefined();
  });

  it('continues across the seam of a global grid, without duplicates', () => {
    expect(indexes(cellsAround(WIDE_GRID, -90, -1, 1))).toEqual(['1,7', '1,0', '1,1', '2,7', '2,0', '2,1']);
    expect(new Set(indexes(cellsAround(GLOBAL_GRID, 0, 180, 2))).size).toBe(12);
  });
});

describe('shareAtLeast', () => {
  it('is the share of cells that reach the step’s threshold, ignoring missing values', () =>
    withDirectory(async (directory) => {
      const amounts = (step: number, spanStart: number, values: number[]) => ({
        variable: 'precipitation' as const,
        statistic: 'amount' as const,
        step,
        spanStart,
        value: (y: number, x: number) => values[y * 4 + x],
        quantum: 0.1,
      });
      await writeRun(directory, identity(), [
        amounts(3, 0, [0.3, 0.2, 0, 9, NaN, 0.4, 0, 9, 0.3, 0, 0, 9]),
        amounts(6, 3, Array<number>(12).fill(NaN)),
      ]);
      const catalogue = new RunCatalogue(directory);
      const [run] = catalogue.runs();
      const cells = cellsAround(run.manifest.grid, 51, 11, 1)!;
      // 0.3, 0.4 and 0.3 of the eight available cells. The step at 0 h has no plane, the last one no values.
      expect([...shareAtLeast(run, cells, 'precipitation', [0, 1, 2], [0.3, 0.3, 0.3])!]).toEqual([
        NaN,
        3 / 8,
        NaN,
      ]);
      expect(shareAtLeast(run, cells, 'precipitation', [2], [0.3])![1]).toBeNaN();
      expect(shareAtLeast(run, cells, 'cape', [1], [0.3])).toBeUndefined();
      catalogue.close();
    }));

  it('includes the remainder in those steps that have one', () =>
    withDirectory(async (directory) => {
      const amounts = { variable: 'precipitation', statistic: 'amount' } as const;
      // One quantum apart: their codes of 0.256 are the same.
      const value = (_: number, x: number) => (x % 2 === 0 ? 0.3 : 0.299);
      await writeRun(directory, identity(), [
        { ...amounts, step: 3, spanStart: 0, value: 0.3, quantum: 0.1 },
        { ...amounts, step: 6, spanStart: 3, value, quantum: 0.001, isSplit: true },
      ]);
      const catalogue = new RunCatalogue(directory);
      const [run] = catalogue.runs();
      const cells = cellsAround(run.manifest.grid, 51, 11, 1)!;
      const shares = (threshold: number) => [
        ...shareAtLeast(run, cells, 'precipitation', [1, 2], [threshold, threshold])!,
      ];
      expect(shares(0.2995)).toEqual([NaN, 1, 6 / 9]);
      expect(shares(0.2985)).toEqual([NaN, 1, 1]);
      expect(shares(0.3005)).toEqual([NaN, 0, 0]);
      catalogue.close();
    }));
});
