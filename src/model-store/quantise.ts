import { MAXIMUM_CODE, MISSING_CODE } from './run-manifest.js';

/** The codes stand for reference + code × scale. */
export interface Quantisation {
  reference: number;
  scale: number;
}

/** The farthest that a value may lie from the source's lattice, in quanta, to count as one of its points. */
const LATTICE_TOLERANCE = 1e-6;

/**
 * Chooses how a field becomes 16-bit codes: the source's own lattice when every value lies on it and their range fits
 * 65,535 codes (lossless), else an even spread over the field's range.
 *
 * @param values in any unit; NaN where missing
 * @param lattice value = reference + n × quantum, as the source packed it; quantum 0 when unknown
 * @throws Error when a value is infinite
 */
export function chooseQuantisation(
  values: Float64Array,
  lattice: { reference: number; quantum: number },
): Quantisation {
  const { reference, quantum } = lattice;
  let minimum = Infinity;
  let maximum = -Infinity;
  let onLattice = Number.isFinite(reference) && Number.isFinite(quantum) && quantum > 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (value < minimum) minimum = value;
    if (value > maximum) maximum = value;
    if (onLattice) {
      const n = (value - reference) / quantum;
      // Written so that a missing value (NaN) passes.
      onLattice = !(Math.abs(n - Math.round(n)) > LATTICE_TOLERANCE);
    }
  }
  if (minimum > maximum) return { reference: 0, scale: 1 };
  if (!Number.isFinite(minimum) || !Number.isFinite(maximum)) throw new Error('a field has infinite values');
  if (onLattice) {
    const first = Math.round((minimum - reference) / quantum);
    const last = Math.round((maximum - reference) / quantum);
    if (first >= 0 && last <= MAXIMUM_CODE) return { reference, scale: quantum };
    if (last - first <= MAXIMUM_CODE) return { reference: reference + first * quantum, scale: quantum };
  }
  return { reference: minimum, scale: (maximum - minimum) / MAXIMUM_CODE || 1 };
}

/**
 * Writes the codes of `values[start..end)` to `target` from `targetOffset` on, 65535 for NaN.
 * The values lie in the range that the quantisation was chosen for.
 */
export function encode(
  values: Float64Array,
  start: number,
  end: number,
  { reference, scale }: Quantisation,
  target: Uint16Array,
  targetOffset: number,
): void {
  for (let i = start, o = targetOffset; i < end; i++, o++) {
    const value = values[i];
    target[o] = value === value ? Math.round((value - reference) / scale) : MISSING_CODE;
  }
}
