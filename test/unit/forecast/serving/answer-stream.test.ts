import { buffer } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { AnswerStream } from '../../../../src/forecast/serving/answer-stream.js';
import { Turns } from '../../../../src/core/background/turns.js';

const PIECES = 50;

/** Yields empty pieces that take a millisecond each, and then one with bytes. */
function* slowPieces(): Generator<Buffer, void> {
  for (let made = 0; made < PIECES; made++) {
    const endMs = performance.now() + 1;
    while (performance.now() < endMs);
    yield Buffer.alloc(0);
  }
  yield Buffer.from('all');
}

test('yields to the event loop between slow pieces, even if they are empty', async () => {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const bytes = await buffer(new AnswerStream(slowPieces(), [], new Turns()));
  isOver = true;
  expect(bytes.toString()).toBe('all');
  expect(turns).toBeGreaterThan(PIECES / 3);
});
