/** As many numbers as the memory has that series are cut from: that of an answer takes about one of these. */
const SLAB_LENGTH = 16_384;

let slab = new Float64Array(SLAB_LENGTH);
let used = 0;

/**
 * Zeros for a series. The short ones are cut from one larger piece of memory that goes with the last of them: they are
 * many, and memory of its own costs each more than to work it out.
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

/** A series of gaps. */
export function noSeries(length: number): Float64Array {
  return newSeries(length).fill(NaN);
}

/** `first`, and what follows at a regular distance. */
export function regularSeries(first: number, step: number, length: number): Float64Array {
  const series = newSeries(length);
  for (let i = 0; i < length; i++) series[i] = first + i * step;
  return series;
}

/** One value made of each of a series, several times as fast as `Float64Array.map`. */
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
