/** Some names in byte order: those from `start` up to `end` in a list of all names. */
export interface Names {
  numbers: Uint32Array;
  /** For each block of the list, the smallest number of a place. Places are numbered from the most populous one on. */
  smallestPlaces: Uint32Array;
  start: number;
  end: number;
}

export const BLOCK_NAMES = 64;

export function textAt(texts: Buffer, ends: Uint32Array, i: number): string {
  return texts.toString('utf8', i === 0 ? 0 : ends[i - 1], ends[i]);
}

/** Returns the index of a number in ascending ones; -1 if it is not among them. */
export function indexIn(ascending: Uint32Array, number: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] < number) low = middle + 1;
    else high = middle;
  }
  return ascending[low] === number ? low : -1;
}

/**
 * Returns the names of each group.
 *
 * @param placeOf the place of each name
 * @param groupOf the group of each place
 */
export function grouped(placeOf: Uint32Array, groups: number, groupOf: ArrayLike<number>): Names[] {
  const starts = new Uint32Array(groups + 1);
  for (const place of placeOf) starts[groupOf[place] + 1]++;
  for (let group = 0; group < groups; group++) starts[group + 1] += starts[group];
  const numbers = new Uint32Array(placeOf.length);
  const smallestPlaces = new Uint32Array(Math.ceil(numbers.length / BLOCK_NAMES)).fill(0xffffffff);
  const next = starts.slice();
  for (let name = 0; name < placeOf.length; name++) {
    const place = placeOf[name];
    const at = next[groupOf[place]]++;
    numbers[at] = name;
    const block = Math.floor(at / BLOCK_NAMES);
    if (place < smallestPlaces[block]) smallestPlaces[block] = place;
  }
  return Array.from({ length: groups }, (_, group) => {
    return { numbers, smallestPlaces, start: starts[group], end: starts[group + 1] };
  });
}

export function totalLength(lists: readonly Names[]): number {
  return lists.reduce((sum, { start, end }) => sum + end - start, 0);
}
