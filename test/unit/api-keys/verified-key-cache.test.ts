import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { KeyState } from '../../../src/api-keys/key-state.js';
import { VerifiedKeyCache } from '../../../src/api-keys/verified-key-cache.js';

const LIMITS = { second: 1, minute: null, hour: null, day: null };
const STATE: KeyState = {
  principal: {
    keyId: 'key_1',
    clientId: 'cli_1',
    accountId: 'acc_1',
    organizationId: 'org_1',
    rateLimits: LIMITS,
    scopes: [],
    endsAtMs: Infinity,
  },
  revokedAtMs: Infinity,
  expiresAtMs: Infinity,
  disabled: undefined,
};

let isConnected: boolean;
let cache: VerifiedKeyCache;
beforeEach(() => {
  isConnected = true;
  cache = new VerifiedKeyCache(() => isConnected);
});

const fill = () => cache.fill('digest', () => Promise.resolve(STATE));
const afterMs = (ms: number) => cache.get('digest', Date.now() + ms);

it('keeps a key for less than 10 seconds while changes are received, otherwise for less than one', async () => {
  await fill();

  expect([afterMs(0), afterMs(9_000), afterMs(10_000)]).toEqual([STATE, STATE, undefined]);
  isConnected = false;
  expect([afterMs(0), afterMs(1_000)]).toEqual([STATE, undefined]);
});

it('remembers an unknown key for less than a second', async () => {
  await cache.fill('digest', () => Promise.resolve(undefined));

  expect([afterMs(0), afterMs(1_000)]).toEqual(['unknown', undefined]);
});

it('reads a key once for a thousand concurrent requests', async () => {
  let count = 0;
  const read = () => {
    count += 1;
    return Promise.resolve(STATE);
  };

  await Promise.all(Array.from({ length: 1_000 }, () => cache.fill('digest', read)));

  expect(count).toBe(1);
});

it.each([
  { kind: 'api_key', id: 'key_1' },
  { kind: 'client', id: 'cli_1' },
  { kind: 'account', id: 'acc_1' },
] as const)('forgets the key when its $kind changes', async (change) => {
  await fill();
  cache.changed({ ...change, id: 'another' });
  expect(afterMs(0)).toBe(STATE);

  cache.changed(change);

  expect(afterMs(0)).toBeUndefined();
});

it('forgets everything when changes may have been missed', async () => {
  await cache.fill('nobody', () => Promise.resolve(undefined));
  await fill();

  cache.missed();

  expect(afterMs(0)).toBeUndefined();
  expect(cache.get('nobody', Date.now())).toBeUndefined();
});

it('discards what was read before a change, and lets later callers read again at once', async () => {
  const old = Promise.withResolvers<KeyState>();
  const before = cache.fill('digest', () => old.promise);
  cache.changed({ kind: 'api_key', id: 'key_1' });
  const changed = { ...STATE, revokedAtMs: 0 };

  const after = cache.fill('digest', () => Promise.resolve(changed));
  expect(await after).toBe(changed);
  old.resolve(STATE);
  expect(await before).toBe(STATE);
  expect(afterMs(0)).toBe(changed);
});

describe('while the database is unavailable', () => {
  const fail = () => cache.fill('digest', () => Promise.reject(new Error('away')));

  it('keeps serving a known key', async () => {
    await fill();

    expect(await fail()).toBe(STATE);
  });

  it('keeps serving it for ten minutes and no longer, however often it is requested', async () => {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(0);
    try {
      await fill();
      for (let minute = 1; minute <= 10; minute++) {
        clock.mockReturnValue(minute * 60_000);
        expect(await fail()).toBe(STATE);
      }
      clock.mockReturnValue(600_001);
      await expect(fail()).rejects.toThrow('away');
    } finally {
      clock.mockRestore();
    }
  });

  it('retries the database every ten seconds and no more often', async () => {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(0);
    try {
      await fill();
      clock.mockReturnValue(60_000);
      await fail();
      expect([afterMs(9_999), afterMs(10_000)]).toEqual([STATE, undefined]);
    } finally {
      clock.mockRestore();
    }
  });

  it('fails for an unknown key', async () => {
    await expect(fail()).rejects.toThrow('away');
  });
});

it('holds a limited number of keys', async () => {
  for (let number = 0; number < 50_001; number += 1)
    await cache.fill(`digest-${number}`, () => Promise.resolve(STATE));

  expect(cache.get('digest-0', Date.now())).toBeUndefined();
  expect(cache.get('digest-50000', Date.now())).toBe(STATE);
});
