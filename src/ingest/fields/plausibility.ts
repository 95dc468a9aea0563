import { VARIABLES, type Variable, type VariableName } from '../../weather/meteo/index.js';
import { IngestError } from '../ingest-error.js';

/** Sampling interval: one value in this many reveals a wrong unit as well as all of them do. */
const EVERY = 61;

/**
 * Rejects a field whose mean is impossible for its variable: the source has changed the unit or the meaning.
 * @param valueAt returns the value of a cell, in the variable's unit; NaN where missing
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
