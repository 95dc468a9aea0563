/** Bytes of a file, counted from 0. `endBytes` is exclusive; undefined: to the end of the file. */
export interface ByteRange {
  startBytes: number;
  endBytes: number | undefined;
}

/**
 * Joins ranges that lie close together, so that they cost one request. The result is ascending and disjoint, and each of
 * the given ranges lies in exactly one of it.
 *
 * @param gapBytes the most bytes between two ranges that are fetched in vain rather than asked for separately
 */
export function coalesceRanges(ranges: ByteRange[], gapBytes: number): ByteRange[] {
  const joined: ByteRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.startBytes - b.startBytes)) {
    const last = joined.at(-1);
    if (last && (last.endBytes === undefined || range.startBytes <= last.endBytes + gapBytes)) {
      last.endBytes = laterEnd(last.endBytes, range.endBytes);
    } else {
      joined.push({ ...range });
    }
  }
  return joined;
}

/** Whether `outer` has all of `inner`. */
export function containsRange(outer: ByteRange, inner: ByteRange): boolean {
  if (inner.startBytes < outer.startBytes) return false;
  return outer.endBytes === undefined || (inner.endBytes !== undefined && inner.endBytes <= outer.endBytes);
}

function laterEnd(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : Math.max(a, b);
}
