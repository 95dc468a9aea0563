import { type VariableName } from '../../src/weather/meteo/variables.js';
import { MISSING_CODE } from '../../src/store/format/run-manifest.js';
import { type StoredRun } from '../../src/store/read/stored-run.js';

type Step = number | 'static';

/**
 * Returns the values of a stored plane, rows from north to south; NaN where missing. Undefined if the run has no such
 * plane. Reads the store's documented format: codes by variable and step, then the statics.
 */
export function storedPlane(run: StoredRun, variable: VariableName, step: Step): number[] | undefined {
  const { ni, nj } = run.manifest.grid;
  const plane = findPlane(run, variable, step);
  if (!plane) return undefined;
  return Array.from({ length: ni * nj }, (_, cell) => plane.value(Math.floor(cell / ni), cell % ni));
}

/** Returns the value at a grid point. */
export function storedValue(
  run: StoredRun,
  variable: VariableName,
  step: Step,
  { latitude, longitude }: { latitude: number; longitude: number },
): number | undefined {
  const { grid } = run.manifest;
  const y = Math.round((grid.latitudeFirst - latitude) / grid.latitudeIncrement);
  const x = Math.round((longitude - grid.longitudeFirst) / grid.longitudeIncrement);
  return findPlane(run, variable, step)?.value(y, x);
}

function findPlane(run: StoredRun, variable: VariableName, step: Step) {
  const found = findHeader(run, variable, step);
  if (!found?.header) return undefined;
  const { index, header } = found;
  return {
    value(y: number, x: number): number {
      const code = run.readCell(y, x)[index];
      return code === MISSING_CODE ? NaN : header.reference + code * header.scale;
    },
  };
}

function findHeader({ manifest }: StoredRun, variable: VariableName, step: Step) {
  const { variables, statics, stepsHours } = manifest;
  if (step === 'static') {
    const index = statics.findIndex(({ name }) => name === variable);
    return { index: variables.length * stepsHours.length + index, header: statics[index]?.plane };
  }
  const row = variables.findIndex(({ name }) => name === variable);
  const column = stepsHours.indexOf(step);
  return { index: row * stepsHours.length + column, header: variables[row]?.planes[column] };
}
