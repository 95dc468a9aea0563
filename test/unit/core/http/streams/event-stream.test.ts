import { buffer } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { EventStream } from '../../../../../src/core/http/streams/event-stream.js';

test('sends events, heartbeats and the end of the stream', async () => {
  const stream = new EventStream();
  stream.send('id: 1\n\n');
  stream.beat(':\n\n');
  stream.finish();
  stream.send('too late');
  expect(String(await buffer(stream))).toBe('id: 1\n\n:\n\n');
});

test('disconnects a client that reads nothing between two heartbeats', () => {
  const stream = new EventStream();
  stream.send('one');
  stream.beat(':\n\n');
  expect(stream.destroyed).toBe(false);
  stream.beat(':\n\n');
  expect(stream.destroyed).toBe(true);
});

test('keeps a client that reads something between heartbeats', () => {
  const stream = new EventStream();
  for (let i = 0; i < 5; i++) {
    stream.send('one');
    stream.send('two');
    stream.beat(':\n\n');
    stream.read(1);
  }
  expect(stream.destroyed).toBe(false);
});

test('disconnects a client that is 64 kB behind, and lets a patient writer wait for room', async () => {
  const stream = new EventStream();
  stream.send('x'.repeat(64_000));
  let hasRoom = false;
  const room = stream.room().then(() => (hasRoom = true));
  await Promise.resolve();
  expect([stream.destroyed, hasRoom]).toEqual([false, false]);
  stream.send('x'.repeat(2_000));
  expect(stream.destroyed).toBe(true);
  await room;
});
