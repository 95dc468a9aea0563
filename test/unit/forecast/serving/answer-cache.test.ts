import { describe, expect, it } from '@jest/globals';
import { AnswerCache } from '../../../../src/forecast/serving/answer-cache.js';
import { plainAnswer, type ServedAnswer } from '../../../../src/forecast/serving/served-answer.js';

const KIB = 1024;

function answer(bytes: number, untilMs = Infinity): ServedAnswer {
  const life = { lastModified: new Date(0), fromMs: 1000, untilMs, longestAgeSeconds: Infinity };
  const origin = { source: 'gfs', run: null, publishedAt: null, nextRunExpectedAt: null };
  return plainAnswer(Buffer.alloc(bytes), life, origin);
}

/** Returns a cache and the number of times each key was computed. */
function countingCache(maxBytes: number, maxAnswerBytes = maxBytes) {
  const cache = new AnswerCache({ maxBytes, maxAnswerBytes });
  const made = new Map<string, number>();
  const get = (key: string, bytes = KIB, { nowMs = 2000, untilMs = Infinity } = {}) =>
    cache.getOrMake(key, nowMs, () => {
      made.set(key, (made.get(key) ?? 0) + 1);
      return answer(bytes, untilMs);
    });
  return { cache, made, get };
}

describe('the response cache', () => {
  it('computes a response once', () => {
    const { get, made } = countingCache(100 * KIB);
    expect(get('a')).toBe(get('a'));
    get('b');
    expect([...made]).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
  });

  it('recomputes a response that has expired or is not valid yet', () => {
    const { get, made } = countingCache(100 * KIB);
    get('a', KIB, { untilMs: 5000 });
    get('a', KIB, { nowMs: 4999 });
    expect(made.get('a')).toBe(1);
    get('a', KIB, { nowMs: 5000 });
    expect(made.get('a')).toBe(2);
    // The clock was set back.
    get('a', KIB, { nowMs: 999 });
    expect(made.get('a')).toBe(3);
  });

  it('never exceeds its size in bytes, including keys and small responses', () => {
    const { cache, get } = countingCache(100 * KIB);
    for (let i = 0; i < 1000; i++) {
      get(`${'key'.repeat(i % 50)}${i}`, (i * 37) % (8 * KIB));
      expect(cache.bytes).toBeLessThanOrEqual(100 * KIB);
    }
    expect(cache.bytes).toBeGreaterThan(80 * KIB);
    for (let i = 0; i < 1000; i++) get(String(i), 1);
    expect(cache.bytes).toBeLessThanOrEqual(100 * KIB);
  });

  it('evicts the least recently used response', () => {
    const { get, made } = countingCache(40 * KIB);
    get('old', 10 * KIB);
    get('other', 10 * KIB);
    get('old', 10 * KIB);
    get('new', 10 * KIB);
    get('newest', 10 * KIB);
    get('old', 10 * KIB);
    expect(made.get('old')).toBe(1);
    get('other', 10 * KIB);
    expect(made.get('other')).toBe(2);
  });

  it('evicts responses requested once before those requested again', () => {
    const { get, made } = countingCache(1000 * KIB);
    get('popular');
    get('popular');
    for (let i = 0; i < 1000; i++) get(`once ${i}`);
    get('popular');
    expect(made.get('popular')).toBe(1);
    get('once 0');
    expect(made.get('once 0')).toBe(2);
  });

  it('keeps a response that is requested again after its eviction', () => {
    const { get, made } = countingCache(1000 * KIB);
    get('rare');
    for (let i = 0; i < 1000; i++) get(`once ${i}`);
    get('rare');
    for (let i = 1000; i < 2000; i++) get(`once ${i}`);
    get('rare');
    expect(made.get('rare')).toBe(2);
  });

  it('clears all responses, including those requested once', () => {
    const { cache, get } = countingCache(1000 * KIB);
    get('again');
    get('again');
    get('once');
    expect(cache.numbers.answers).toBe(2);
    cache.clear();
    expect(cache.numbers).toMatchObject({ answers: 0, bytes: 0 });
  });

  it('doesn’t keep a response that is too large, or evict others for it', () => {
    const { get, made } = countingCache(100 * KIB, 10 * KIB);
    get('small');
    get('large', 20 * KIB);
    get('large', 20 * KIB);
    get('small');
    expect([made.get('small'), made.get('large')]).toEqual([1, 2]);
  });
});

describe('a response that is computed asynchronously', () => {
  it('is computed once for concurrent requests', async () => {
    const cache = new AnswerCache({ maxBytes: 100 * KIB, maxAnswerBytes: 100 * KIB });
    let made = 0;
    const make = async () => {
      made++;
      await new Promise((resolve) => setImmediate(resolve));
      return answer(KIB);
    };
    const all = await Promise.all(
      Array.from({ length: 50 }, () => Promise.resolve(cache.getOrMake('a', 2000, make))),
    );
    expect(made).toBe(1);
    expect(new Set(all).size).toBe(1);
    expect(cache.getOrMake('a', 2000, make)).toBe(all[0]);
  });

  it('is computed again after a failure, which all waiting requests receive', async () => {
    const cache = new AnswerCache({ maxBytes: 100 * KIB, maxAnswerBytes: 100 * KIB });
    const fail = () => Promise.reject(new Error('disk'));
    const asked = [cache.getOrMake('a', 2000, fail), cache.getOrMake('a', 2000, fail)];
    for (const one of asked) await expect(one).rejects.toThrow('disk');
    expect(cache.getOrMake('a', 2000, () => answer(KIB))).toMatchObject({ coding: 'identity' });
  });

  it('is not kept if the cache is cleared meanwhile', async () => {
    const cache = new AnswerCache({ maxBytes: 100 * KIB, maxAnswerBytes: 100 * KIB });
    const ofOldRun = answer(KIB);
    const waiting = cache.getOrMake('a', 2000, () => Promise.resolve(ofOldRun));
    cache.clear();
    const ofNewRun = answer(KIB);
    expect(cache.getOrMake('a', 2000, () => ofNewRun)).toBe(ofNewRun);
    expect(await waiting).toBe(ofOldRun);
    expect(cache.getOrMake('a', 2000, () => ofOldRun)).toBe(ofNewRun);
  });
});
