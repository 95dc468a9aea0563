import { expect, it } from '@jest/globals';
import { KnownQueries } from '../../../src/forecast/request/known-queries.js';

const QUERY = { fromMs: 0, untilMs: 1000 };

/** Returns how many of `count` queries are still cached afterwards. */
function keptOf(count: number, known: KnownQueries<typeof QUERY>): number {
  const ask = (lat: number) => {
    let isParsed = false;
    known.getOrParse({ lat: String(lat) }, 500, () => {
      isParsed = true;
      return { ...QUERY };
    });
    return !isParsed;
  };
  for (let i = 0; i < count; i++) ask(i);
  // Starts with the most recent one, since parsing a query again evicts others.
  let kept = 0;
  for (let i = count - 1; i >= 0 && ask(i); i--) kept += 1;
  return kept;
}

it('caches many small queries, and fewer large ones', () => {
  expect(keptOf(11_000, new KnownQueries())).toBe(10_000);
  const ofLarge = keptOf(300, new KnownQueries(() => 99_000));
  expect(ofLarge).toBeGreaterThan(100);
  expect(ofLarge).toBeLessThan(162);
});
