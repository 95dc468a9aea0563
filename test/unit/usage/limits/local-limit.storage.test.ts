import { describe, expect, it } from '@jest/globals';
import { MINUTE_MS } from '../../../../src/core/time/index.js';
import { emptyConsumption, statesOf } from '../../../../src/usage/limits/client-limits.js';
import { type RecentUnits } from '../../../../src/usage/limits/consumption-history.js';
import { LocalLimitStorage } from '../../../../src/usage/limits/local-limit.storage.js';

const NONE = { second: null, minute: null, hour: null, day: null };
const ONE = { requests: 1, units: 1 };
/** 2026-11-21T00:00:00Z. */
const MIDNIGHT_MS = 1_795_219_200_000;

describe('LocalLimitStorage', () => {
  it('limits clients separately', () => {
    const storage = new LocalLimitStorage();
    const take = (client: string) => storage.take(client, { ...NONE, day: 1 }, ONE, MIDNIGHT_MS).admitted;

    expect([take('a'), take('a'), take('b'), take('b')]).toEqual([true, false, true, false]);
  });

  it('keeps everything that still counts when it sweeps at midnight', () => {
    const storage = new LocalLimitStorage();
    const take = (limits: object, timeMs: number) =>
      storage.take('a', { ...NONE, ...limits }, ONE, MIDNIGHT_MS + timeMs).admitted;
    expect(take({ hour: 1 }, -1_000)).toBe(true);
    storage.take('b', { ...NONE, day: 1 }, ONE, MIDNIGHT_MS + 1);

    expect(take({ hour: 1 }, 3_598_999)).toBe(false);
    expect(take({ hour: 1 }, 3_599_000)).toBe(true);
  });

  it('gives back what a client took, and returns the state of its windows', () => {
    const storage = new LocalLimitStorage();
    const limits = { ...NONE, second: 1, day: 5 };
    storage.take('a', limits, ONE, MIDNIGHT_MS);

    const { consumption } = storage.giveBack('a', limits, ONE, MIDNIGHT_MS, MIDNIGHT_MS);

    expect(statesOf(consumption, limits, MIDNIGHT_MS)).toEqual([
      { window: 'second', limit: 1, remaining: 1, resetSeconds: 0 },
      { window: 'day', limit: 5, remaining: 5, resetSeconds: 86_400 },
    ]);
    expect(storage.take('a', limits, ONE, MIDNIGHT_MS).admitted).toBe(true);
    expect(storage.take('a', limits, ONE, MIDNIGHT_MS).admitted).toBe(false);
  });

  it('doesn’t support Nest’s interface, which counts one window after another', async () => {
    await expect(new LocalLimitStorage().increment()).rejects.toThrow('out of all windows together');
  });
});

describe('after a restart', () => {
  const limits = { ...NONE, hour: 60, day: 100 };
  const nowMs = MIDNIGHT_MS + 120 * MINUTE_MS;

  async function restarted(recent: Partial<RecentUnits>): Promise<LocalLimitStorage> {
    const storage = new LocalLimitStorage();
    const found = [{ holderId: 'a', unitsOfDay: 0, minutes: [], ...recent }];
    await storage.restore({ recentUnits: () => Promise.resolve(found) }, nowMs);
    return storage;
  }

  const remaining = (storage: LocalLimitStorage, client: string, timeMs = nowMs) =>
    statesOf(storage.standingOf(client, limits, timeMs).consumption, limits, timeMs).map(
      (state) => state.remaining,
    );

  it('continues with the units of the day', async () => {
    const storage = await restarted({ unitsOfDay: 99 });

    expect(remaining(storage, 'a')).toEqual([60, 1]);
    expect(storage.take('a', limits, ONE, nowMs).admitted).toBe(true);
    expect(storage.take('a', limits, ONE, nowMs)).toMatchObject({ admitted: false, violated: ['day'] });
  });

  it('continues with the units of the last hour, each counted at the end of its minute', async () => {
    const minutes = [
      { startMs: nowMs - 30 * MINUTE_MS, units: 40 },
      { startMs: nowMs - 10 * MINUTE_MS, units: 20 },
    ];

    // 40 units by minute -29, of which 20 are restored by -9; then 20 more, of which 9 are restored by now.
    expect(remaining(await restarted({ minutes }), 'a')).toEqual([60 - 31, 100]);
  });

  it('counts the unfinished minute as of now', async () => {
    expect(remaining(await restarted({ minutes: [{ startMs: nowMs - 30_000, units: 7 }] }), 'a')).toEqual([
      53, 100,
    ]);
  });

  it('is consistent across calls, and affects no other clients', async () => {
    const storage = await restarted({ unitsOfDay: 10, minutes: [{ startMs: nowMs - MINUTE_MS, units: 10 }] });

    expect(remaining(storage, 'a')).toEqual([50, 90]);
    expect(remaining(storage, 'a')).toEqual([50, 90]);
    expect(remaining(storage, 'b')).toEqual([60, 100]);
  });

  it('continues with the units of the last hour even if the day ends before the first request', async () => {
    const midnightMs = MIDNIGHT_MS + 1_440 * MINUTE_MS;
    const storage = new LocalLimitStorage();
    const minutes = [{ startMs: midnightMs - 11 * MINUTE_MS, units: 60 }];
    await storage.restore(
      { recentUnits: () => Promise.resolve([{ holderId: 'a', unitsOfDay: 60, minutes }]) },
      midnightMs - 1,
    );
    storage.take('b', limits, ONE, midnightMs);

    expect(remaining(storage, 'a', midnightMs)).toEqual([10, 100]);
  });

  it('keeps the daily units of clients whose requests come after others’', async () => {
    const storage = await restarted({ unitsOfDay: 99 });
    storage.take('b', limits, ONE, nowMs);

    expect(remaining(storage, 'a')).toEqual([60, 1]);
  });

  it('uses another storage’s state of a client, instead of that from before the start', async () => {
    const storage = await restarted({ unitsOfDay: 10, minutes: [{ startMs: nowMs - MINUTE_MS, units: 10 }] });
    storage.adopt('a', emptyConsumption());

    expect(remaining(storage, 'a')).toEqual([60, 100]);
  });

  it('starts the next day from zero', async () => {
    const storage = await restarted({ unitsOfDay: 100 });

    expect(remaining(storage, 'a', MIDNIGHT_MS + 1_440 * MINUTE_MS)).toEqual([60, 100]);
  });
});
