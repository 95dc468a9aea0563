import { describe, expect, it } from '@jest/globals';
import { ClientLimitStorage } from '../../../src/usage/client-limit.storage.js';

const NONE = { second: null, minute: null, hour: null, day: null };
const ONE = { requests: 1, units: 1 };
/** 2026-11-21T00:00:00Z. */
const MIDNIGHT_MS = 1_795_219_200_000;

describe('ClientLimitStorage', () => {
  it('keeps clients apart', () => {
    const storage = new ClientLimitStorage();
    const take = (client: string) => storage.take(client, { ...NONE, day: 1 }, ONE, MIDNIGHT_MS).admitted;

    expect([take('a'), take('a'), take('b'), take('b')]).toEqual([true, false, true, false]);
  });

  it('forgets nothing that still counts when it sweeps at midnight', () => {
    const storage = new ClientLimitStorage();
    const take = (limits: object, timeMs: number) =>
      storage.take('a', { ...NONE, ...limits }, ONE, MIDNIGHT_MS + timeMs).admitted;
    expect(take({ hour: 1 }, -1_000)).toBe(true);
    storage.take('b', { ...NONE, day: 1 }, ONE, MIDNIGHT_MS + 1);

    expect(take({ hour: 1 }, 3_598_999)).toBe(false);
    expect(take({ hour: 1 }, 3_599_000)).toBe(true);
  });

  it('gives back what a client took, and tells how its windows stand', () => {
    const storage = new ClientLimitStorage();
    const limits = { ...NONE, second: 1, day: 5 };
    storage.take('a', limits, ONE, MIDNIGHT_MS);

    expect(storage.giveBack('a', limits, ONE, MIDNIGHT_MS, MIDNIGHT_MS)).toEqual([
      { window: 'second', limit: 1, remaining: 1, resetSeconds: 0 },
      { window: 'day', limit: 5, remaining: 5, resetSeconds: 86_400 },
    ]);
    expect(storage.take('a', limits, ONE, MIDNIGHT_MS).admitted).toBe(true);
    expect(storage.take('a', limits, ONE, MIDNIGHT_MS).admitted).toBe(false);
  });

  it("speaks Nest's interface for the windows that it has", async () => {
    const storage = new ClientLimitStorage();

    expect(await storage.increment('a', 60_000, 2)).toMatchObject({ totalHits: 1, isBlocked: false });
    expect(await storage.increment('a', 60_000, 2)).toMatchObject({ totalHits: 2, isBlocked: false });
    expect(await storage.increment('a', 60_000, 2)).toMatchObject({ isBlocked: true, timeToBlockExpire: 30 });
    await expect(storage.increment('a', 86_400_000, 2)).rejects.toThrow('no window of 86400000 ms');
  });
});
