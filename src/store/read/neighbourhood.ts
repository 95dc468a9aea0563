import { type VariableName, noSeries, remainderOf } from '../../weather/meteo/index.js';
import { type Cell } from '../format/cell.js';
import { locate } from './locate.js';
import { type PackedCells } from '../format/packed-cells.js';
import { MISSING_CODE, type StoreGrid } from '../format/run-manifest.js';
import { type StoredRun } from './stored-run.js';

/**
 * Finds the cells around a point: the nearest one, and those up to `radius` rows and columns from it, within the grid.
 * @returns undefined outside the grid
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
 * Returns for each of some steps the share (0..1) of the cells whose value is at least the step's threshold; NaN at
 * other steps and where no cell has a value. Undefined if the run lacks the variable.
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
  const remainder = remainderOf(name);
  const remainderIndex = remainder && run.variableIndex(remainder);
  const packed = run.readCells(cells, remainderIndex === undefined ? index : undefined);
  const endStep = steps.length > 0 ? steps[steps.length - 1] + 1 : 0;
  const unpack = (variable: number) => unpackCells(run, packed, variable, cells.length, endStep);
  const main = unpack(index);
  const rest = remainderIndex === undefined ? undefined : unpack(remainderIndex);
  const { planes } = run.manifest.variables[index];
  const shares = noSeries(planes.length);
  for (let k = 0, at = 0, restAt = 0; k < steps.length; k++) {
    const step = steps[k];
    const plane = planes[step];
    if (!plane) continue;
    while (main.steps[at] < step) at++;
    while (rest && rest.steps[restAt] < step) restAt++;
    const hasRest = rest?.steps[restAt] === step;
    const least = (thresholds[k] - plane.reference) / plane.scale;
    const restScale = hasRest ? rest.scales[step] / plane.scale : 0;
    let reached = 0;
    let present = 0;
    for (let cell = 0; cell < cells.length; cell++) {
      const code = main.codes[cell * main.count + at];
      if (code === MISSING_CODE) continue;
      present++;
      const fraction = hasRest ? restScale * rest.codes[cell * rest.count + restAt] : 0;
      if (code + fraction >= least) reached++;
    }
    if (present > 0) shares[step] = reached / present;
  }
  return shares;
}

/** Returns the codes of a variable in some cells, [cell][plane], before a step of the run. */
function unpackCells(run: StoredRun, packed: PackedCells, variable: number, cells: number, endStep: number) {
  const count = packed.planesBefore(variable, endStep);
  const codes = new Uint16Array(cells * count);
  for (let cell = 0; cell < cells; cell++) packed.unpack(variable, cell, count, codes, cell * count);
  return { codes, count, steps: run.planeSteps(variable), scales: run.planeNumbers(variable).scales };
}
