import { type Measured } from './servers.js';

/** Measures short rounds in pairs of alternating order, so that drift cancels out of their differences. */
export async function measurePairs(
  count: number,
  first: () => Promise<Measured>,
  second: () => Promise<Measured>,
): Promise<[first: Measured, second: Measured][]> {
  await first();
  await second();
  const pairs: [Measured, Measured][] = [];
  for (let pair = 0; pair < count; pair++) {
    if (pair % 2 === 0) {
      pairs.push([await first(), await second()]);
    } else {
      const latter = await second();
      pairs.push([await first(), latter]);
    }
  }
  return pairs;
}
