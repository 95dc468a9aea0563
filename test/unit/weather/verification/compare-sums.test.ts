import { describe, expect, it } from '@jest/globals';
import { atOnce } from '../../../../src/core/background/index.js';
import { compareSums } from '../../../../src/weather/verification/index.js';
import { generator } from '../../../support/random.js';

const random = generator(4);
const whole = (least: number, most: number) => Math.round(least + random() * (most - least));

describe('sums that are merged', () => {
  const part = (sums: number[]) => ({ sources: ['a', 'b'], sums, first: 0 });
  const merge = (...parts: number[][]) => [...atOnce(compareSums(parts.map(part), ['a', 'b'], 1, 2))];

  it('leave out what lacks a source, so that all have the same cases', () => {
    expect(merge([5, 50, 5, 70], [4, 40, 0, 0], [3, 30, 3, 10])).toEqual([8, 80, 8, 80]);
  });

  it('leave out a source that has less than half of the cases', () => {
    expect(merge([5, 50, 5, 70], [9, 40, 0, 0])).toEqual([14, 90, 0, 0]);
  });

  it('compare as many sources as have enough in common', () => {
    // `b` and `c` have half of the cases of `a` each, but none together.
    const sums = [
      { sources: ['a', 'b', 'c'], sums: [5, 1, 5, 2, 0, 0], first: 0 },
      { sources: ['a', 'b', 'c'], sums: [5, 4, 0, 0, 5, 6], first: 0 },
    ];
    expect([...atOnce(compareSums(sums, ['a', 'b', 'c'], 1, 2))]).toEqual([5, 1, 5, 2, 0, 0]);
  });

  it('have climatology where it lacks no case of the others, over any parts', () => {
    const sources = ['climatology', 'gfs', 'ifs'];
    const merged = (...parts: number[][]) => [
      ...atOnce(
        compareSums(
          parts.map((sums) => ({ sources, sums, first: 0 })),
          sources,
          1,
          2,
        ),
      ),
    ];
    const [both, one] = [
      [5, 2, 5, 1, 5, 3],
      [0, 0, 4, 1, 4, 2],
    ];
    expect(merged(both, both)).toEqual([10, 4, 10, 2, 10, 6]);
    expect(merged(both, one)).toEqual([0, 0, 9, 2, 9, 5]);
    // A part that lacks a model counts for none.
    expect(merged(both, [4, 1, 4, 1, 0, 0])).toEqual([5, 2, 5, 1, 5, 3]);
    expect(merged([3, 3, 0, 0, 0, 0])).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('are the same in any order, and in any groups', () => {
    const parts = Array.from({ length: 9 }, () => {
      const cases = whole(1, 20);
      return [cases, whole(-50, 50), cases, whole(-50, 50)];
    });
    const all = merge(...parts);
    expect(merge(...parts.toReversed())).toEqual(all);
    expect(merge(merge(...parts.slice(0, 4)), merge(...parts.slice(4)))).toEqual(all);
  });
});
