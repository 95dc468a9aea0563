import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { StreamPlaces } from '../../../../../src/core/http/streams/stream-places.js';

const streamTaken = (msAgo: number) =>
  Object.assign(
    new Readable({ read: () => undefined }).on('error', () => undefined),
    {
      takenMs: performance.now() - msAgo,
    },
  );

/** Lets two clients occupy all places, with streams that were last read so many milliseconds ago. */
function full(...takenMsAgo: [number, number, number, number]) {
  const places = new StreamPlaces({ ofProcess: 4, ofClient: 2 });
  const streams = takenMsAgo.map(streamTaken);
  streams.forEach((stream, i) => places.hold(i < 2 ? 'one' : 'other', stream));
  return { places, destroyed: () => streams.map((stream) => stream.destroyed) };
}

test('the stream that was stalled longest makes room for another client', () => {
  const { places, destroyed } = full(0, 3_000, 4_000, -Infinity);
  expect(places.lackOf('third')).toBeUndefined();
  expect(destroyed()).toEqual([false, false, true, false]);
  expect(places.lackOf('third')).toBeUndefined();
});

test('streams that are being read make no room', () => {
  const { places, destroyed } = full(0, 500, 1_000, -Infinity);
  expect(places.lackOf('third')).toBe('process');
  expect(destroyed()).toEqual([false, false, false, false]);
});

test('a client can’t exceed its limit, even with stalled streams', () => {
  const { places, destroyed } = full(3_000, 3_000, 3_000, 3_000);
  expect(places.lackOf('one')).toBe('client');
  expect(destroyed()).toEqual([false, false, false, false]);
});

test('a stream that ends makes room', async () => {
  const places = new StreamPlaces({ ofProcess: 1, ofClient: 1 });
  const stream = streamTaken(0);
  places.hold('one', stream);
  expect(places.lackOf('other')).toBe('process');
  stream.destroy();
  await new Promise((closed) => stream.once('close', closed));
  expect([places.lackOf('one'), places.lackOf('other')]).toEqual([undefined, undefined]);
});
