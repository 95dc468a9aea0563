import { expect, it } from '@jest/globals';
import { TileError } from '../../../../src/forecast/ground/tile-error.js';
import { TileFailures } from '../../../../src/forecast/ground/tile-failures.js';

const failed = () => new TileError('ConnectionError', 'reset');

it('counts what fails at once as one failure', () => {
  const failures = new TileFailures();
  for (let i = 0; i < 4; i++) failures.note(`tile ${i}`, failed(), 1000 * i);

  expect(failures.isWaiting('other', 14_000)).toBe(true);
  // 15 s after the last one, and a tenth.
  expect(failures.isWaiting('other', 20_000)).toBe(false);
});

it('never shortens the wait that a source asked for', () => {
  const failures = new TileFailures();
  failures.note('one', new TileError('TooManyRequestsError', 'later', 3_600_000), 0);
  failures.note('another', failed(), 1000);

  expect(failures.isWaiting('other', 3_599_000)).toBe(true);
});
