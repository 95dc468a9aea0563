import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { StreamSlots } from '../../../../../src/core/http/streams/stream-slots.js';

const streamTaken = (msAgo: number) =>
  Object.assign(
    new Readable({ read: () => undefined }).on('error', () => undefined),
    {
      takenMs: performance.now() - msAgo,
    },
  );

/** Lets two clients occupy all slots, with streams that were last read so many milliseconds ago. */
function full(...takenMsAgo: [number, number, number, number]) {
  const slots = new StreamSlots({ ofProcess: 4, ofClient: 2 });
  const streams = takenMsAgo.map(streamTaken);
  streams.forEach((stream, i) => slots.hold(i < 2 ? 'one' : 'other', stream));
  return { slots, destroyed: () => streams.map((stream) => stream.destroyed) };
}

test('the stream that was stalled longest makes room for another client', () => {
  const { slots, destroyed } = full(0, 3_000, 4_000, -Infinity);
  expect(slots.lackOf('third')).toBeUndefined();
  expect(destroyed()).toEqual([false, false, true, false]);
  expect(slots.lackOf('third')).toBeUndefined();
});

test('streams that are being read make no room', () => {
  const { slots, destroyed } = full(0, 500, 1_000, -Infinity);
  expect(slots.lackOf('third')).toBe('process');
  expect(destroyed()).toEqual([false, false, false, false]);
});

test('a client can’t exceed its limit, even with stalled streams', () => {
  const { slots, destroyed } = full(3_000, 3_000, 3_000, 3_000);
  expect(slots.lackOf('one')).toBe('client');
  expect(destroyed()).toEqual([false, false, false, false]);
});

test('a stream that ends makes room', async () => {
  const slots = new StreamSlots({ ofProcess: 1, ofClient: 1 });
  const stream = streamTaken(0);
  slots.hold('one', stream);
  expect(slots.lackOf('other')).toBe('process');
  stream.destroy();
  await new Promise((closed) => stream.once('close', closed));
  expect([slots.lackOf('one'), slots.lackOf('other')]).toEqual([undefined, undefined]);
});
