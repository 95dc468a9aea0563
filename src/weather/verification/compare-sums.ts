import { CLIMATOLOGY } from './score-day.js';

/** Sums of some sources over some cases: [source][bin][number]. The first number is that of the cases. */
export interface SourceSums {
  readonly sources: readonly string[];
  readonly sums: ArrayLike<number>;
  /** Where they begin in the array. */
  readonly first: number;
}

/**
 * Merges sums of several days, stations or areas, bin by bin, so that all sources that are compared in a bin have the same
 * cases. Sources join in the order of their cases, as long as at least half of those of the first one remain. What lacks a
 * source that has joined is left out, and sources that haven't have no cases. Climatology joins last, if it lacks none of
 * the cases of the others. Yields after each bin.
 *
 * @param sources of equally many cases, the first ones join first
 * @param use called with each part of a bin's sums that counts, by the index in `parts`
 * @returns [source][bin][number], for the sources in their order
 */
export function* compareSums(
  parts: readonly SourceSums[],
  sources: readonly string[],
  bins: number,
  numbers: number,
  use?: (bin: number, part: number, compared: readonly number[]) => void,
): Generator<void, Float64Array> {
  const merged = new Float64Array(sources.length * bins * numbers);
  const indexes = parts.map((part) => sources.map((source) => part.sources.indexOf(source)));
  for (let bin = 0; bin < bins; bin++) {
    const offsetOf = (part: number, s: number) =>
      parts[part].first + (indexes[part][s] * bins + bin) * numbers;
    const casesOf = (part: number, s: number) =>
      indexes[part][s] === -1 ? 0 : parts[part].sums[offsetOf(part, s)];
    const { compared, common } = commonOf(parts.length, sources, casesOf);
    for (const part of common) {
      use?.(bin, part, compared);
      for (const s of compared) {
        const [to, from] = [(s * bins + bin) * numbers, offsetOf(part, s)];
        for (let k = 0; k < numbers; k++) merged[to + k] += parts[part].sums[from + k];
      }
    }
    yield;
  }
  return merged;
}

/** Returns which sources are compared, and the parts in which they have the same cases. */
function commonOf(parts: number, sources: readonly string[], casesOf: (part: number, s: number) => number) {
  const all = Array.from({ length: parts }, (_, part) => part);
  const sumOf = (some: readonly number[], s: number) => some.reduce((sum, part) => sum + casesOf(part, s), 0);
  const totals = sources.map((source, s) => (source === CLIMATOLOGY ? 0 : sumOf(all, s)));
  const order = [...totals.keys()]
    .filter((s) => totals[s] > 0)
    .sort((one, other) => totals[other] - totals[one]);
  const [first] = order;
  const compared: number[] = order.slice(0, 1);
  let common = all.filter((part) => order.length > 0 && casesOf(part, first) > 0);
  for (const s of order.slice(1)) {
    const remaining = common.filter((part) => casesOf(part, s) === casesOf(part, first));
    if (2 * sumOf(remaining, first) < totals[first]) continue;
    compared.push(s);
    common = remaining;
  }
  const climatology = sources.indexOf(CLIMATOLOGY);
  if (
    climatology !== -1 &&
    common.length > 0 &&
    common.every((part) => casesOf(part, climatology) === casesOf(part, first))
  )
    compared.push(climatology);
  return { compared, common };
}
