import { expect, it } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import { concurrently } from '../../../../src/core/common/index.js';

/** Work that ends on demand. */
function openWork() {
  const begun: { item: number; signal: AbortSignal; end: () => void; fail: (error: Error) => void }[] = [];
  const work = (item: number, signal: AbortSignal) =>
    new Promise<void>((end, fail) => begun.push({ item, signal, end, fail }));
  return { begun, work, items: () => begun.map(({ item }) => item) };
}

it('does no more at a time than asked for, in order', async () => {
  const { begun, work, items } = openWork();
  const done = concurrently(2, [1, 2, 3, 4], work);
  expect(items()).toEqual([1, 2]);
  begun[1].end();
  await turn();
  expect(items()).toEqual([1, 2, 3]);
  begun[0].end();
  await turn();
  expect(items()).toEqual([1, 2, 3, 4]);
  begun[2].end();
  begun[3].end();
  await done;
});

it('after a failure begins nothing, and throws once everything has ended', async () => {
  const { begun, work, items } = openWork();
  let failure: unknown;
  const done = concurrently(2, [1, 2, 3], work).catch((error: unknown) => (failure = error));
  begun[0].fail(new Error('broken'));
  await turn();
  expect([begun[1].signal.aborted, failure]).toEqual([true, undefined]);
  begun[1].end();
  await done;
  expect(failure).toEqual(new Error('broken'));
  expect(items()).toEqual([1, 2]);
});

it('begins nothing once the signal is aborted, and throws its reason', async () => {
  const { begun, work, items } = openWork();
  const stop = new AbortController();
  const done = concurrently(1, [1, 2], work, stop.signal);
  stop.abort(new Error('stopped'));
  expect(begun[0].signal.aborted).toBe(true);
  begun[0].end();
  await expect(done).rejects.toThrow('stopped');
  expect(items()).toEqual([1]);
});
