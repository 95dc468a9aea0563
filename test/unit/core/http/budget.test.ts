import { describe, expect, it } from '@jest/globals';
import { Budget } from '../../../../src/core/http/access/pace/budget.js';

const NOW = 1_800_000_000_000;

function spent(times: number): Budget {
  const budget = new Budget(60);
  for (let i = 0; i < times; i++) budget.spend('a', NOW);
  return budget;
}

describe('Budget', () => {
  it('allows a full minute’s budget at once, and then one request per second', () => {
    expect(spent(59).waitSeconds('a', NOW)).toBe(0);
    expect(spent(60).waitSeconds('a', NOW)).toBe(1);
    expect(spent(60).waitSeconds('a', NOW + 999)).toBe(1);
    expect(spent(60).waitSeconds('a', NOW + 1_000)).toBe(0);
  });

  it('is full again after a minute of rest', () => {
    const budget = spent(60);

    expect(budget.isTouched('a', NOW + 59_999)).toBe(true);
    expect(budget.isTouched('a', NOW + 60_000)).toBe(false);
  });

  it('caps the wait, however much was spent', () => {
    expect(spent(10_000).waitSeconds('a', NOW)).toBe(2);
  });

  it('can be of a day', () => {
    const budget = new Budget(24, 86_400_000);
    for (let i = 0; i < 24; i++) budget.spend('a', NOW);
    expect(budget.waitSeconds('a', NOW)).toBe(3_600);
    expect(budget.waitSeconds('a', NOW + 3_600_000)).toBe(0);
  });

  it('is taken one by one while any is left, and can be given back', () => {
    const budget = new Budget(200, 4_000);
    const take = (times: number) => Array.from({ length: times }, () => budget.take('a', NOW));
    expect(take(201)).toEqual([...Array<boolean>(200).fill(true), false]);
    expect(budget.take('a', NOW + 19)).toBe(false);
    expect(budget.take('a', NOW + 20)).toBe(true);
    budget.giveBack('a');
    expect(budget.take('a', NOW + 20)).toBe(true);
    expect(budget.take('a', NOW + 20)).toBe(false);
  });

  it('keeps a separate budget for each key', () => {
    expect(spent(100).isTouched('b', NOW)).toBe(false);
    expect(spent(100).waitSeconds('b', NOW)).toBe(0);
  });
});
