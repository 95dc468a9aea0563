import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hasMoreValues } from '../../../../src/core/http/body/json-body.js';

const MOST = 10;

/** Returns the number of values within arrays and objects. */
function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, child) => sum + 1 + countValues(child), 0);
}

describe('hasMoreValues', () => {
  it('never overestimates the number of values', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        fc.pre(countValues(value) <= MOST);
        expect(hasMoreValues(JSON.stringify(value), MOST)).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['numbers', JSON.stringify(Array.from({ length: 2 * MOST + 2 }, (_, i) => i))],
    ['members', JSON.stringify(Object.fromEntries(Array.from({ length: 2 * MOST + 2 }, (_, i) => [i, i])))],
    ['arrays in each other', '['.repeat(2 * MOST + 2)],
    ['objects in each other', '{"a":'.repeat(2 * MOST + 2)],
    ['values after an escaped quote', `["\\"",${'1,'.repeat(2 * MOST + 2)}1]`],
  ])('finds too many %s', (_, text) => {
    expect(hasMoreValues(text, MOST)).toBe(true);
  });

  it('ignores the content of strings', () => {
    expect(hasMoreValues(JSON.stringify({ name: `"${',[{'.repeat(100)}\\` }), MOST)).toBe(false);
  });
});
