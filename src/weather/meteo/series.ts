/** Numbers per slab of memory that series are cut from; a response takes about one slab. */
const SLAB_LENGTH = 16_384;

let slab = new Float64Array(SLAB_LENGTH);
let used = 0;

/**
 * Returns a series of zeros. Short series are cut from a shared slab, which is freed with the last of them: there are
 * many, and allocating each one would cost more than computing it.
 */
export function newSeries(length: number): Float64Array {
  if (8 * length > SLAB_LENGTH) return new Float64Array(length);
  if (used + length > SLAB_LENGTH) {
    slab = new Float64Array(SLAB_LENGTH);
    used = 0;
  }
  const first = used;
  used += length;
  return slab.subarray(first, used);
}

/** Returns a series of NaN. */
export function noSeries(length: number): Float64Array {
  return newSeries(length).fill(NaN);
}

/** Returns `length` numbers from `first` on, at a distance of `step`. */
export function regularSeries(first: number, step: number, length: number): Float64Array {
  const series = newSeries(length);
  for (let i = 0; i < length; i++) series[i] = first + i * step;
  return series;
}

/**
 * Maps each value of a series; several times as fast as `Float64Array.map`. What every response needs is in loops of its
 * own: the compiler cannot put a function that differs from call to call into this one.
 */
export function mapSeries(
  values: Float64Array,
  make: (value: number, index: number) => number,
): Float64Array {
  const made = newSeries(values.length);
  for (let i = 0; i < values.length; i++) made[i] = make(values[i], i);
  return made;
}

export function hasGap(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (values[i] !== values[i]) return true;
  return false;
}
