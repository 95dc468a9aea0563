import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { MINUTE_MS } from '../../../../src/core/time/index.js';
import { RepairPauses } from '../../../../src/store/sharing/repair-pauses.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('double each time, up to half an hour, separately for each run', () => {
  const pauses = new RepairPauses();
  expect(pauses.isOver('a')).toBe(true);
  for (const minutes of [1, 2, 4, 8, 16, 30, 30]) {
    pauses.begin('a');
    jest.advanceTimersByTime(minutes * MINUTE_MS - 1);
    expect([minutes, pauses.isOver('a'), pauses.isOver('b')]).toEqual([minutes, false, true]);
    jest.advanceTimersByTime(1);
    expect([minutes, pauses.isOver('a')]).toEqual([minutes, true]);
  }
});
