import { VARIABLES, type Variable, type VariableName } from '../../meteo/variables.js';
import { IngestError } from '../ingest-error.js';

/** One value in so many tells another unit as well as all. */
const EVERY = 61;

/**
 * Refuses a field whose mean cannot be that of its variable: the source has changed its unit, or what it means.
 * @param valueAt that of a cell, in the variable's unit; NaN where it is missing
 * @throws IngestError (ImplausibleValuesError)
 */
export function requirePlausible(
  variable: VariableName,
  label: string,
  count: number,
  valueAt: (cell: number) => number,
): void {
  const { unit, plausibleMean }: Variable = VARIABLES[variable];
  if (!plausibleMean) return;
  let [sum, present] = [0, 0];
  for (let cell = 0; cell < count; cell += EVERY) {
    const value = valueAt(cell);
    if (Number.isNaN(value)) continue;
    sum += value;
    present++;
  }
  const mean = sum / present;
  const [lowest, highest] = plausibleMean;
  if (present === 0 || (mean >= lowest && mean <= highest)) return;
  throw new IngestError(
    'ImplausibleValuesError',
    `${label}: the mean of its values is ${mean.toPrecision(4)} ${unit}, and cannot be beyond ${lowest} to ${highest}: the unit is another one`,
  );
}
