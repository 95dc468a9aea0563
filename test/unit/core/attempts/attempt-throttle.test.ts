import { describe, expect, it } from '@jest/globals';
import { AttemptThrottle } from '../../../../src/core/attempts/attempt-throttle.js';

const START_MS = 1_795_219_200_000;

const LIMITS = { freeAttempts: 1, maximumWaitSeconds: 300, forgetAfterSeconds: 3_600, closes: false };

function noteTimes(throttle: AttemptThrottle, key: string, times: number, nowMs = START_MS): void {
  for (let count = 0; count < times; count += 1) throttle.note(key, nowMs);
}

describe('AttemptThrottle', () => {
  it('lets the free attempts pass, then doubles the wait up to its maximum', () => {
    const throttle = new AttemptThrottle({ ...LIMITS, freeAttempts: 3, maximumWaitSeconds: 10 });
    const waits = Array.from({ length: 9 }, () => {
      const wait = throttle.waitSeconds('a', START_MS);
      throttle.note('a', START_MS);
      return wait;
    });

    expect(waits).toEqual([0, 0, 0, 1, 2, 4, 8, 10, 10]);
  });

  it('lets the next attempt pass after the announced number of seconds', () => {
    const throttle = new AttemptThrottle({ ...LIMITS, freeAttempts: 1 });
    noteTimes(throttle, 'a', 2);

    expect(throttle.waitSeconds('a', START_MS + 1)).toBe(2);
    expect(throttle.waitSeconds('a', START_MS + 1_001)).toBe(1);
    expect(throttle.waitSeconds('a', START_MS + 1_999)).toBe(1);
    expect(throttle.waitSeconds('a', START_MS + 2_000)).toBe(0);
  });

  it('counts each key separately', () => {
    const throttle = new AttemptThrottle({ ...LIMITS, freeAttempts: 1 });
    noteTimes(throttle, 'a', 5);

    expect(throttle.waitSeconds('b', START_MS)).toBe(0);
  });

  it('forgets a key after a quiet period', () => {
    const throttle = new AttemptThrottle({ ...LIMITS, freeAttempts: 2, forgetAfterSeconds: 60 });
    noteTimes(throttle, 'a', 4);
    throttle.note('a', START_MS + 60_000);
    expect(throttle.waitSeconds('a', START_MS + 60_000)).toBe(8);

    throttle.note('a', START_MS + 120_001);
    expect(throttle.waitSeconds('a', START_MS + 120_001)).toBe(0);
    throttle.note('a', START_MS + 120_001);
    expect(throttle.waitSeconds('a', START_MS + 120_001)).toBe(1);
  });

  it('forgets a cleared key', () => {
    const throttle = new AttemptThrottle({ ...LIMITS, freeAttempts: 1 });
    noteTimes(throttle, 'a', 5);

    throttle.clear('a');

    expect(throttle.waitSeconds('a', START_MS)).toBe(0);
    throttle.note('a', START_MS);
    expect(throttle.waitSeconds('a', START_MS)).toBe(1);
  });

  it('takes back one attempt and keeps the earlier ones', () => {
    const throttle = new AttemptThrottle({ ...LIMITS, freeAttempts: 3 });
    noteTimes(throttle, 'a', 5);

    throttle.takeBack('a');
    throttle.takeBack('nobody');

    expect(throttle.waitSeconds('a', START_MS)).toBe(0);
    throttle.note('a', START_MS);
    expect(throttle.waitSeconds('a', START_MS)).toBe(4);
  });

  it('remembers a limited number of keys and drops the one that has been quiet longest', () => {
    const throttle = new AttemptThrottle(LIMITS, 2);
    noteTimes(throttle, 'a', 2);
    noteTimes(throttle, 'b', 2);
    noteTimes(throttle, 'a', 1);
    noteTimes(throttle, 'c', 2);

    expect(['a', 'b', 'c'].map((key) => throttle.waitSeconds(key, START_MS))).toEqual([4, 0, 2]);
  });
});
