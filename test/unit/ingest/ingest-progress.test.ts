import { PassThrough } from 'node:stream';
import { expect, test } from '@jest/globals';
import { createProgress, type IngestProgress } from '../../../src/ingest/status/ingest-progress.js';

function progressOn(stream: PassThrough, report: (progress: IngestProgress) => void): string {
  report(createProgress(stream));
  return String(stream.read() ?? '');
}

function twoSteps(progress: IngestProgress): void {
  progress.begin(2, 3_000_000);
  progress.step(0, 17, 75_599);
  progress.step(6, 21, 1_200_000);
  progress.end();
}

test('without a terminal, each step is a line', () => {
  expect(progressOn(new PassThrough(), twoSteps)).toBe(
    '2 steps\nf000: 17 records, 75.6 kB\nf006: 21 records, 1.2 MB\n',
  );
});

test('on a terminal, a bar shows the step, the share and the bytes so far', () => {
  const terminal = Object.assign(new PassThrough(), { isTTY: true });
  const output = progressOn(terminal, twoSteps);
  expect(output.split('\r\x1b[K').slice(1)).toEqual([
    '     [------------------------------] 0/2 steps, 0 B',
    expect.stringMatching(/^f000 \[={15}-{15}\] 1\/2 steps, 75.6 kB, \d+ min left$/),
    'f006 [==============================] 2/2 steps, 1.3 MB, 0 min left\n',
  ]);
});
