import { describe, expect, it } from '@jest/globals';
import { getEventListeners } from 'node:events';
import { within } from '../../../../src/core/time/index.js';

const never = () => new Promise<string>(() => undefined);
const REASON = new Error('stopped');

describe('within', () => {
  it('gives what the work gives, and forgets the signal', async () => {
    const stop = new AbortController();
    const options = { signal: stop.signal, otherwise: () => 'left' };
    await expect(within(10_000, Promise.resolve('done'), options)).resolves.toBe('done');
    await expect(within(10_000, 'there already', options)).resolves.toBe('there already');
    await expect(within(10_000, Promise.reject(REASON), options)).rejects.toBe(REASON);
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
  });

  it('ends with an error after the time', async () => {
    await expect(within(5, never())).rejects.toThrow('There was no response within 5 ms.');
  });

  it('ends with the reason of the signal, whether it is aborted before or meanwhile', async () => {
    const { signal } = aborted();
    await expect(within(Infinity, never(), { signal })).rejects.toBe(REASON);
    await expect(within(Infinity, Promise.resolve('done'), { signal })).rejects.toBe(REASON);
    const stop = new AbortController();
    const waiting = within(Infinity, never(), { signal: stop.signal });
    stop.abort(REASON);
    await expect(waiting).rejects.toBe(REASON);
  });

  it('gives something else if the wait ends early, or throws it', async () => {
    await expect(within(5, never(), { otherwise: () => 'left' })).resolves.toBe('left');
    await expect(
      within(Infinity, never(), { signal: aborted().signal, otherwise: () => 'left' }),
    ).resolves.toBe('left');
    const refuse = () => {
      throw REASON;
    };
    await expect(within(5, never(), { otherwise: refuse })).rejects.toBe(REASON);
  });

  it('takes a result that waited behind the deadline while the process was blocked', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const result = within(20, promise);
    // The answer comes in the turn of the event loop in which the timer is due, after it.
    setTimeout(() => setImmediate(resolve, 'done'), 10);
    const startMs = performance.now();
    while (performance.now() - startMs < 50);
    await expect(result).resolves.toBe('done');
  });
});

function aborted(): AbortController {
  const stop = new AbortController();
  stop.abort(REASON);
  return stop;
}
