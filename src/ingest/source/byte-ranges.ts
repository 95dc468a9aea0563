/** Bytes of a file, counted from 0. `endBytes` is exclusive; undefined means to the end of the file. */
export interface ByteRange {
  startBytes: number;
  endBytes: number | undefined;
}

/** Bytes of the file at a path. */
export interface FileRange extends ByteRange {
  path: string;
}

/**
 * Joins nearby ranges of a file, so that they take one request. The resulting ranges of a file are ascending and
 * disjoint, and each given range lies in exactly one of them.
 *
 * @param gapBytes the largest gap between two ranges that is downloaded needlessly to save a request
 */
export function coalesceRanges(ranges: FileRange[], gapBytes: number): FileRange[] {
  const joined: FileRange[] = [];
  const byPosition = (a: FileRange, b: FileRange) =>
    a.path === b.path ? a.startBytes - b.startBytes : a.path < b.path ? -1 : 1;
  for (const range of [...ranges].sort(byPosition)) {
    const last = joined.at(-1);
    if (
      last?.path === range.path &&
      (last.endBytes === undefined || range.startBytes <= last.endBytes + gapBytes)
    ) {
      last.endBytes = laterEnd(last.endBytes, range.endBytes);
    } else {
      joined.push({ ...range });
    }
  }
  return joined;
}

/** Whether `outer` contains all of `inner`. */
export function containsRange(outer: FileRange, inner: FileRange): boolean {
  if (outer.path !== inner.path || inner.startBytes < outer.startBytes) return false;
  return outer.endBytes === undefined || (inner.endBytes !== undefined && inner.endBytes <= outer.endBytes);
}

function laterEnd(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : Math.max(a, b);
}
