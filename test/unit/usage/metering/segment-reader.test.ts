import { expect, it } from '@jest/globals';
import { FrameEncoder } from '../../../../src/usage/metering/journal/frame-encoder.js';
import { event, read } from './usage-events.js';

/** The numbers of each frame's events. */
const FRAMES = [[1], [2, 3], [4, 5, 6, 8], [7], [3, 9, 12]];

const encoder = new FrameEncoder();
const frames = FRAMES.map((numbers, index) => {
  for (const number of numbers) encoder.add(event(number));
  return Buffer.from(encoder.takeFrame(index)!);
});
const whole = Buffer.concat(frames);
const eventsOf = (numbers: readonly number[][]) => numbers.flat().map(event);
const without = (...indices: number[]) => FRAMES.filter((_, index) => !indices.includes(index));

it('returns every event unchanged, in order', () => {
  expect(read(whole)).toEqual({ events: eventsOf(FRAMES), lostFrames: 0, lostBytes: 0 });
  expect(read(Buffer.alloc(0))).toEqual({ events: [], lostFrames: 0, lostBytes: 0 });
});

it('returns every event of an exceptionally large frame', () => {
  const numbers = Array.from({ length: 20_000 }, (_, i) => i);
  const many = new FrameEncoder();
  for (const number of numbers) many.add(event(number));
  const frame = Buffer.from(many.takeFrame(0)!);
  expect(frame.length).toBeGreaterThan(512 * 1024);
  expect(read(frame)).toEqual({ events: numbers.map(event), lostFrames: 0, lostBytes: 0 });
});

it('repeats the names of an earlier frame if there are more keys than are kept', () => {
  const many = new FrameEncoder();
  const ofKey = (number: number) => ({
    ...event(1),
    owner: { keyId: `key_${number}`, clientId: `cli_${number}`, accountId: 'acc_1' },
  });
  const numbers = Array.from({ length: 12_000 }, (_, i) => i);
  for (let index = 0; index < 3; index++) {
    for (const number of numbers) many.add(ofKey(number));
    expect(read(Buffer.from(many.takeFrame(index)!)).events).toEqual(numbers.map(ofKey));
  }
});

it('caps sizes and durations that don’t fit', () => {
  encoder.add({ ...event(1), bytes: 2 ** 33, durationUs: 2 ** 40 });
  const { events } = read(Buffer.from(encoder.takeFrame(0)!));
  expect(events).toEqual([{ ...event(1), bytes: 2 ** 32 - 1, durationUs: 2 ** 32 - 1 }]);
});

/** Written by version 0.1.0: events 1, 2 and 4, one frame each. */
const SEGMENT = Buffer.from(
  '/fX795/tnxoAAAAAOAAAAAEFa2V5XzEFY2xpXzEFYWNjXzECBkdFVCAvYQMAGMAGRQx6QgAAAAAAAMkAAQAAAOgDAAARAAAA/fX79//KA0oB' +
    'AAAAOQAAAAEFa2V5XzIFY2xpXzIFYWNjXzECB1BPU1QgL2IDACjABkUMekIAAAAAAADKAAIAAADQBwAAIgAAAP31+/dbwepUAgAAAEcAAAAB' +
    'BWtleV8xBWNsaV8xBWFjY18xAgdQT1NUIC9iBABIwAZFDHpCAAAAAAAAzAAEAAAAoA8AAEQAAAD/f/9/CXJlcXVlc3QtNA==',
  'base64',
);

it('reads a segment of version 0.1.0', () => {
  expect(read(SEGMENT)).toEqual({ events: [1, 2, 4].map(event), lostFrames: 0, lostBytes: 0 });
});

it('loses only the frame with a changed byte, wherever that is', () => {
  let start = 0;
  for (const [index, frame] of frames.entries()) {
    for (let offset = start; offset < start + frame.length; offset++) {
      for (const bits of [0x01, 0x80, 0xff]) {
        const damaged = Buffer.from(whole);
        damaged[offset] ^= bits;
        expect(read(damaged)).toEqual({
          events: eventsOf(without(index)),
          lostFrames: 1,
          lostBytes: frame.length,
        });
      }
    }
    start += frame.length;
  }
});

it('reports how many frames are lost if there are several', () => {
  const [first, second, third, fourth, fifth] = frames;
  const noise = Buffer.alloc(second.length + third.length);
  expect(read(Buffer.concat([first, noise, fourth, fifth]))).toEqual({
    events: eventsOf(without(1, 2)),
    lostFrames: 2,
    lostBytes: noise.length,
  });
  const changed = [first, second, third, fourth, fifth].map((frame) => Buffer.from(frame));
  for (const index of [0, 3, 4]) changed[index][20] ^= 1;
  expect(read(Buffer.concat(changed))).toEqual({
    events: eventsOf(without(0, 3, 4)),
    lostFrames: 3,
    lostBytes: first.length + fourth.length + fifth.length,
  });
});

it('returns every complete frame of a segment truncated at any length, and reports the rest as lost', () => {
  let endBytes = 0;
  let count = 0;
  for (let length = 0; length <= whole.length; length++) {
    if (count < frames.length && length === endBytes + frames[count].length)
      endBytes += frames[count++].length;
    expect(read(whole.subarray(0, length))).toEqual({
      events: eventsOf(FRAMES.slice(0, count)),
      lostFrames: length === endBytes ? 0 : 1,
      lostBytes: length - endBytes,
    });
  }
  expect(count).toBe(frames.length);
});

it('is not misled by content that callers choose', () => {
  const text = '\u00fd\u00f5\u00fb\u00f7'.repeat(10);
  encoder.add({ ...event(4), detail: { requestId: text, point: null } });
  const misleading = Buffer.from(encoder.takeFrame(0)!);
  const second = Buffer.from(frames[1]);
  expect(read(Buffer.concat([misleading, second])).lostFrames).toBe(0);
  misleading[misleading.length - 1] ^= 1;
  expect(read(Buffer.concat([misleading, second]))).toEqual({
    events: eventsOf([FRAMES[1]]),
    lostFrames: 1,
    lostBytes: misleading.length,
  });
});
