import { spawnSync } from 'node:child_process';
import { describe } from '@jest/globals';

const isThere = spawnSync('python3', ['--version']).status === 0;

if (!isThere) {
  if (process.env.CI === 'true') throw new Error('python3 is not installed');
  process.stderr.write('Skipped: the client for Python, which needs python3\n');
}

/** Like `describe`, but skipped with a message if Python is not installed. With CI=true that is an error. */
export const describeWithPython = isThere ? describe : describe.skip;
