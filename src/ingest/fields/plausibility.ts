import { VARIABLES, type Variable, type VariableName } from '../../meteo/variables.js';
import { type Quantisation } from '../../model-store/format/quantise.js';
import { MISSING_CODE } from '../../model-store/format/run-manifest.js';
import { IngestError } from '../ingest-error.js';

/** One value in so many tells another unit as well as all. */
const EVERY = 61;

/**
 * Refuses a field whose mean cannot be that of its variable: the source has changed its unit, or what it means.
 * @throws IngestError (ImplausibleValuesError)
 */
export function requirePlausible(
  variable: VariableName,
  label: string,
  codes: Uint16Array,
  { reference, scale }: Quantisation,
): void {
  const { unit, plausibleMean }: Variable = VARIABLES[variable];
  if (!plausibleMean) return;
  let [sum, count] = [0, 0];
  for (let i = 0; i < codes.length; i += EVERY) {
    if (codes[i] === MISSING_CODE) continue;
    sum += codes[i];
    count++;
  }
  const mean = reference + (scale * sum) / count;
  const [lowest, highest] = plausibleMean;
  if (count === 0 || (mean >= lowest && mean <= highest)) return;
  throw new IngestError(
    'ImplausibleValuesError',
    `${label}: the mean of its values is ${mean.toPrecision(4)} ${unit}, and cannot be beyond ${lowest} to ${highest}: the unit is another one`,
  );
}
