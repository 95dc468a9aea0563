import { MAXIMUM_CODE, MISSING_CODE } from './run-manifest.js';

/** Codes stand for reference + code × scale. */
export interface Quantisation {
  reference: number;
  scale: number;
}

/** The codes that stand for values within bounds, from the first to the last; the limits need not be whole. */
export interface CodeRange {
  first: number;
  last: number;
}

/** Maximum distance of a value from the source's lattice, in quanta, to count as one of its points. */
const LATTICE_TOLERANCE = 1e-6;

/**
 * Encodes a field in 16-bit codes: on the source's own lattice if every value lies on it and their range fits 65,535
 * codes (lossless), otherwise spread evenly over the field's range.
 *
 * @param values in any unit; NaN where missing
 * @param lattice value = reference + n × quantum, as the source packed it; quantum 0 when unknown
 * @param codes receives one code for each value, MISSING_CODE for NaN
 * @throws Error when a value is infinite
 */
export function quantise(
  values: Float64Array,
  lattice: { reference: number; quantum: number },
  codes: Uint16Array,
): Quantisation {
  const known = encodeOnLattice(values, lattice, codes);
  if (known) return known;
  const { minimum, maximum } = rangeOf(values);
  if (minimum > maximum) {
    codes.fill(MISSING_CODE);
    return { reference: 0, scale: 1 };
  }
  if (!Number.isFinite(minimum) || !Number.isFinite(maximum)) throw new Error('a field has infinite values');
  const chosen = chooseQuantisation(values, lattice, minimum, maximum);
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    codes[i] = value === value ? Math.round((value - chosen.reference) / chosen.scale) : MISSING_CODE;
  }
  return chosen;
}

/**
 * Writes the numbers of a lattice (value = reference + number × quantum) as codes if they fit. The codes are those that
 * `quantise` makes of their values.
 *
 * @param numbers whole numbers; NaN where missing
 * @param believed codes that need no second look
 * @returns undefined if not all of them fit, or all are missing: what has been written is invalid then. Otherwise
 *   whether all codes are known to be believed
 */
export function writeCodes(
  numbers: Float64Array,
  codes: Uint16Array,
  believed: CodeRange = { first: 0, last: MAXIMUM_CODE },
): boolean | undefined {
  const first = Math.max(Math.ceil(believed.first), 0);
  const last = Math.min(Math.floor(believed.last), MAXIMUM_CODE);
  let bits = 0;
  let deviation = 0;
  let outside = 0;
  // Comparing doubles would take several times as long as this whole loop. A negative number sets the sign.
  for (let i = 0; i < numbers.length; i++) {
    const code = numbers[i] | 0;
    codes[i] = code;
    bits |= code;
    outside |= (code - first) | (last - code);
    deviation += Math.abs(numbers[i] - code);
  }
  if (deviation === 0 && outside >= 0) return true;
  const areCodes = deviation === 0 && bits >= 0 && bits < MISSING_CODE;
  return areCodes || writeCodesWithGaps(numbers, codes) ? false : undefined;
}

/** Number of remainder codes per code of the main variable. */
const REMAINDERS = 256;

/**
 * Splits the numbers of a lattice that do not fit in codes over two planes, whose values add up: multiples of 256
 * quanta, and the remainder.
 *
 * @param numbers whole numbers; NaN where missing
 * @returns what the codes of both planes mean, or undefined if the numbers are too large even for two planes; what has
 *   been written is invalid then
 */
export function writeSplitCodes(
  numbers: Float64Array,
  { reference, quantum }: { reference: number; quantum: number },
  codes: Uint16Array,
  remainders: Uint16Array,
): { quantisation: Quantisation; remainder: Quantisation } | undefined {
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i];
    if (number !== number) {
      codes[i] = MISSING_CODE;
      remainders[i] = MISSING_CODE;
      continue;
    }
    if (!(number >= 0 && number < MISSING_CODE * REMAINDERS)) return undefined;
    remainders[i] = number % REMAINDERS;
    codes[i] = (number - remainders[i]) / REMAINDERS;
  }
  return {
    quantisation: { reference, scale: REMAINDERS * quantum },
    remainder: { reference: 0, scale: quantum },
  };
}

/**
 * Spreads values that lie on no lattice over all numbers that codes and remainders can hold together: 16 million,
 * instead of 65,535 for codes alone.
 *
 * @returns as writeSplitCodes; undefined if no value is above another
 */
export function quantiseFinely(
  values: Float64Array,
  codes: Uint16Array,
  remainders: Uint16Array,
): { quantisation: Quantisation; remainder: Quantisation } | undefined {
  const { minimum, maximum } = rangeOf(values);
  if (!(maximum > minimum && maximum - minimum < Infinity)) return undefined;
  const quantum = (maximum - minimum) / (MISSING_CODE * REMAINDERS - 1);
  const numbers = values.map((value) => Math.round((value - minimum) / quantum));
  return writeSplitCodes(numbers, { reference: minimum, quantum }, codes, remainders);
}

function writeCodesWithGaps(numbers: Float64Array, codes: Uint16Array): boolean {
  let isAnyPresent = false;
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i];
    if (number >= 0 && number <= MAXIMUM_CODE) {
      codes[i] = number;
      isAnyPresent = true;
    } else if (number !== number) {
      codes[i] = MISSING_CODE;
    } else {
      return false;
    }
  }
  return isAnyPresent;
}

/** Encodes the common case in one pass: all values lie on the lattice, and none below its reference. */
function encodeOnLattice(
  values: Float64Array,
  { reference, quantum }: { reference: number; quantum: number },
  codes: Uint16Array,
): Quantisation | undefined {
  if (!Number.isFinite(reference) || !(quantum > 0 && quantum < Infinity)) return undefined;
  let present = false;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (value !== value) {
      codes[i] = MISSING_CODE;
      continue;
    }
    const n = (value - reference) / quantum;
    const code = Math.round(n);
    if (!(code >= 0 && code <= MAXIMUM_CODE && Math.abs(n - code) <= LATTICE_TOLERANCE)) return undefined;
    codes[i] = code;
    present = true;
  }
  return present ? { reference, scale: quantum } : undefined;
}

function chooseQuantisation(
  values: Float64Array,
  { reference, quantum }: { reference: number; quantum: number },
  minimum: number,
  maximum: number,
): Quantisation {
  if (
    Number.isFinite(reference) &&
    quantum > 0 &&
    quantum < Infinity &&
    isOnLattice(values, reference, quantum)
  ) {
    const first = Math.round((minimum - reference) / quantum);
    const last = Math.round((maximum - reference) / quantum);
    if (last - first <= MAXIMUM_CODE) return { reference: reference + first * quantum, scale: quantum };
  }
  return { reference: minimum, scale: (maximum - minimum) / MAXIMUM_CODE || 1 };
}

function isOnLattice(values: Float64Array, reference: number, quantum: number): boolean {
  for (let i = 0; i < values.length; i++) {
    const n = (values[i] - reference) / quantum;
    // Written so that a missing value (NaN) passes.
    if (Math.abs(n - Math.round(n)) > LATTICE_TOLERANCE) return false;
  }
  return true;
}

function rangeOf(values: Float64Array): { minimum: number; maximum: number } {
  let minimum = Infinity;
  let maximum = -Infinity;
  for (let i = 0; i < values.length; i++) {
    if (values[i] < minimum) minimum = values[i];
    if (values[i] > maximum) maximum = values[i];
  }
  return { minimum, maximum };
}
