import { spawnSync } from 'node:child_process';
import { describe } from '@jest/globals';

const look = ['view', 'marked', 'version', '--fetch-retries=0', '--fetch-timeout=5000'];
const isReachable = spawnSync('npm', look).status === 0;

if (!isReachable) {
  if (process.env.CI === 'true') throw new Error('the npm registry is needed to install the package');
  process.stderr.write('Skipped: the package in an empty folder, which needs the npm registry\n');
}

/** Like `describe`, but skipped with a message if the npm registry is unreachable. With CI=true that is an error. */
export const describeWithRegistry = isReachable ? describe : describe.skip;
