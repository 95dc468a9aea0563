import {
  type Bounds,
  CODE_BOUNDS,
  VARIABLES,
  type Variable,
  type VariableName,
  boundsOf,
} from '../../weather/meteo/index.js';
import { type Quantisation, MISSING_CODE, codeRange } from '../../store/format/index.js';
import { IngestError } from '../ingest-error.js';
import { type PlannedRecord } from '../plan/run-plan.js';
import { stepLabel } from '../request/step-list.js';

/** Sampling interval: one value in this many reveals a wrong unit as well as all of them do. */
const EVERY = 61;

/** A record is refused if a larger share of its values than this is outside of the physical bounds. */
const MOST_OUTSIDE = 0.01;

/** Values of one record that are missing because they were outside of the physical bounds. */
export interface OutsideValues {
  variable: VariableName;
  stepHours: number;
  count: number;
}

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

/** Returns what the values of a record can be, in the variable's unit; codes of a table in their own. */
export function boundsOfRecord({ source, pattern, forecast }: PlannedRecord): Bounds | undefined {
  if (pattern.isAnyOf) return CODE_BOUNDS;
  const { kind, stepHours } = forecast;
  return boundsOf(source.variable, kind === 'instant' ? undefined : stepHours - forecast.startHours);
}

/**
 * Makes the values of a record that are outside of bounds missing (NaN), in place.
 *
 * @returns how many there were
 * @throws IngestError (ImplausibleValuesError) if they are more than 1 % of the values
 */
export function dropOutside(values: Float64Array, bounds: Bounds, label: string): number {
  if (!isAnySuspect(values, bounds)) return 0;
  const [lowest, highest] = bounds;
  let [outside, present] = [0, 0];
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (value !== value) continue;
    present++;
    if (value >= lowest && value <= highest) continue;
    outside++;
    values[i] = NaN;
  }
  return requireFew(outside, present, bounds, label);
}

/** The same for codes, of which those of a remainder are missing, too. */
export function dropOutsideCodes(
  codes: Uint16Array,
  remainders: Uint16Array | undefined,
  quantisation: Quantisation,
  bounds: Bounds,
  label: string,
): number {
  const { first, last } = codeRange(bounds, quantisation);
  let [outside, present] = [0, 0];
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i];
    if (code === MISSING_CODE) continue;
    present++;
    if (code >= first && code <= last) continue;
    outside++;
    codes[i] = MISSING_CODE;
    if (remainders) remainders[i] = MISSING_CODE;
  }
  return requireFew(outside, present, bounds, label);
}

function requireFew(outside: number, present: number, bounds: Bounds, label: string): number {
  if (outside <= MOST_OUTSIDE * present) return outside;
  const [lowest, highest] = bounds.map((bound) => String(Math.round(bound)));
  throw new IngestError(
    'ImplausibleValuesError',
    `${label}: ${outside} of its ${present} values are outside of ${lowest} to ${highest}`,
  );
}

const MAGNITUDE = 0x7fffffff;

/**
 * Whether any value is outside of bounds, or missing. Compares the higher halves of the numbers as integers, which takes
 * a third of the time: for numbers of one sign, they have the same order.
 */
function isAnySuspect(values: Float64Array, [lowest, highest]: Bounds): boolean {
  const words = new Int32Array(values.buffer, values.byteOffset, 2 * values.length);
  const most = higherHalf(highest);
  let outside = 0;
  // A negative number sets the sign.
  if (lowest > 0) {
    const least = higherHalf(lowest);
    for (let i = 1; i < words.length; i += 2) {
      const word = words[i];
      outside |= word | (word - least) | (most - word);
    }
  } else {
    // Not -0, which has a sign.
    const mostNegative = higherHalf(Math.abs(lowest));
    for (let i = 1; i < words.length; i += 2) {
      const word = words[i];
      const magnitude = word & MAGNITUDE;
      outside |= (most - magnitude) | ((word >> 31) & (mostNegative - magnitude));
    }
  }
  return outside < 0;
}

/** Every platform of Node.js stores the lower half first. */
function higherHalf(value: number): number {
  return new Int32Array(Float64Array.of(value).buffer)[1];
}

/** Describes the values outside of the physical bounds in one sentence for each variable. */
export function describeOutside(found: readonly OutsideValues[]): string[] {
  return [...Map.groupBy(found, ({ variable }) => variable)].map(([variable, ofVariable]) => {
    const count = ofVariable.reduce((sum, one) => sum + one.count, 0);
    const first = Math.min(...ofVariable.map(({ stepHours }) => stepHours));
    const were = count === 1 ? 'value is' : 'values are';
    return `${count} ${were} missing in the source's ${variable}, first at ${stepLabel(first)}: there it had what cannot be on Earth.`;
  });
}
