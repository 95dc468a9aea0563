import { describe, expect, it } from '@jest/globals';
import { MinuteBudget } from '../../../src/http/access/pace/minute-budget.js';

const NOW = 1_800_000_000_000;

function spent(times: number): MinuteBudget {
  const budget = new MinuteBudget(60);
  for (let i = 0; i < times; i++) budget.spend('a', NOW);
  return budget;
}

describe('MinuteBudget', () => {
  it('lets a whole minute be spent at once, and then one each second', () => {
    expect(spent(59).waitSeconds('a', NOW)).toBe(0);
    expect(spent(60).waitSeconds('a', NOW)).toBe(1);
    expect(spent(60).waitSeconds('a', NOW + 999)).toBe(1);
    expect(spent(60).waitSeconds('a', NOW + 1_000)).toBe(0);
  });

  it('is whole again after a minute', () => {
    const budget = spent(60);

    expect(budget.isTouched('a', NOW + 59_999)).toBe(true);
    expect(budget.isTouched('a', NOW + 60_000)).toBe(false);
  });

  it('makes nobody wait longer than a second for what was spent meanwhile', () => {
    expect(spent(10_000).waitSeconds('a', NOW)).toBe(2);
  });

  it('knows the keys apart', () => {
    expect(spent(100).isTouched('b', NOW)).toBe(false);
    expect(spent(100).waitSeconds('b', NOW)).toBe(0);
  });
});
