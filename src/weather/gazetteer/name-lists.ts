/** Names in byte order. */
export interface Names {
  numbers: Uint32Array;
  /** For each block of names, the smallest number of a place. Places are numbered from the most populous one on. */
  smallestPlaces: Uint32Array;
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

export function inBlocks(numbers: Uint32Array, placeOf: ArrayLike<number>): Names {
  const smallestPlaces = new Uint32Array(Math.ceil(numbers.length / BLOCK_NAMES)).fill(0xffffffff);
  numbers.forEach((name, i) => {
    const block = Math.floor(i / BLOCK_NAMES);
    smallestPlaces[block] = Math.min(smallestPlaces[block], placeOf[name]);
  });
  return { numbers, smallestPlaces };
}

/** Returns the names of each group, in order. */
export function grouped(
  names: Uint32Array,
  groups: number,
  groupOf: (name: number) => number,
): Uint32Array[] {
  const lengths = new Uint32Array(groups);
  for (const name of names) lengths[groupOf(name)]++;
  const ofGroups = Array.from(lengths, (length) => new Uint32Array(length));
  const filled = new Uint32Array(groups);
  for (const name of names) {
    const group = groupOf(name);
    ofGroups[group][filled[group]++] = name;
  }
  return ofGroups;
}

export function totalLength(lists: readonly Names[]): number {
  return lists.reduce((sum, { numbers }) => sum + numbers.length, 0);
}
