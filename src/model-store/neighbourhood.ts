import { type VariableName } from '../meteo/variables.js';
import { noSeries } from '../meteo/series.js';
import { type Cell } from './cell.js';
import { locate } from './locate.js';
import { MISSING_CODE, type StoreGrid } from './run-manifest.js';
import { type StoredRun } from './stored-run.js';

/**
 * The cells around a point: the nearest one, and those up to `radius` rows and columns from it, as far as the grid has
 * them. @returns undefined outside the grid
 */
export function cellsAround(
  grid: StoreGrid,
  latitude: number,
  longitude: number,
  radius: number,
): Cell[] | undefined {
  const cells = locate(grid, latitude, longitude);
  if (!cells) return undefined;
  const centre = cells.reduce((nearest, cell) => (cell.weight > nearest.weight ? cell : nearest));
  const around: Cell[] = [];
  const wraps = grid.wrapsLongitude && 2 * radius < grid.ni;
  for (let y = Math.max(centre.y - radius, 0); y <= Math.min(centre.y + radius, grid.nj - 1); y++) {
    for (let column = centre.x - radius; column <= centre.x + radius; column++) {
      const x = wraps ? (column + grid.ni) % grid.ni : column;
      if (x >= 0 && x < grid.ni) around.push({ y, x });
    }
  }
  return around;
}

/**
 * For each of some steps of a run the share (0..1) of some cells whose value is at least a threshold; NaN at other steps
 * and where no cell has a value. Undefined when the run lacks the variable.
 *
 * @param steps indices of the run's steps, ascending
 * @param thresholds one for each of these steps, in the variable's unit
 */
export function shareAtLeast(
  run: StoredRun,
  cells: readonly Cell[],
  name: VariableName,
  steps: ArrayLike<number>,
  thresholds: ArrayLike<number>,
): Float64Array | undefined {
  const index = run.variableIndex(name);
  if (index === undefined) return undefined;
  const packed = run.readCells(cells, index);
  const { planes } = run.manifest.variables[index];
  const planeSteps = run.planeSteps(index);
  const count = packed.planesBefore(index, steps.length > 0 ? steps[steps.length - 1] + 1 : 0);
  const codes = new Uint16Array(cells.length * count);
  for (let cell = 0; cell < cells.length; cell++) packed.unpack(index, cell, count, codes, cell * count);
  const shares = noSeries(planes.length);
  for (let k = 0, place = 0; k < steps.length; k++) {
    const step = steps[k];
    const plane = planes[step];
    if (!plane) continue;
    while (planeSteps[place] < step) place++;
    const least = (thresholds[k] - plane.reference) / plane.scale;
    let reached = 0;
    let present = 0;
    for (let i = place; i < codes.length; i += count) {
      if (codes[i] === MISSING_CODE) continue;
      present++;
      if (codes[i] >= least) reached++;
    }
    if (present > 0) shares[step] = reached / present;
  }
  return shares;
}
