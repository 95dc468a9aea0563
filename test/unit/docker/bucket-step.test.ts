import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { interpolateText, readCompose } from './compose-file.js';

const { entrypoint, command } = readCompose('docker/compose.production.yaml').services.bucket;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'weather-bucket-'));
  program('sleep', '');
});
afterEach(() => rmSync(directory, { recursive: true }));

function program(name: string, lines: string): void {
  writeFileSync(join(directory, name), `#!/bin/sh\n${lines}\n`);
  chmodSync(join(directory, name), 0o755);
}

/** Runs the step with a `weed` that runs these commands at each call and always exits with 0, as SeaweedFS's does. */
function runStep(weed: string) {
  const calls = join(directory, 'calls');
  program('weed', `cat >>${calls}; echo call >>${calls}; printf '> '\n${weed}\nexit 0`);
  const words = [...entrypoint!, ...command!].map((word) => interpolateText(word, {}));
  const { status } = spawnSync(words[0], words.slice(1), {
    env: { PATH: [directory, process.env.PATH].join(delimiter) },
  });
  return { status, calls: readFileSync(calls, 'utf8').split('\n') };
}

const times = (lines: string[]) => lines.filter((line) => line === 'call').length;

test('creates the bucket, and succeeds once it is listed', () => {
  const { status, calls } = runStep(`printf '  runs\\tsize:0\\tchunk:0\\n'`);
  expect(status).toBe(0);
  expect(calls.slice(0, 3)).toEqual(['s3.bucket.create -name runs', 's3.bucket.list', 'call']);
  expect(times(calls)).toBe(1);
});

test('retries until the store is up', () => {
  const { status, calls } = runStep(
    `[ "$(grep -c call ${join(directory, 'calls')})" -ge 3 ] && printf '  other\\tsize:1\\tchunk:1\\n  runs\\tsize:0\\tchunk:0\\n' || echo 'error: no filer' >&2`,
  );
  expect(status).toBe(0);
  expect(times(calls)).toBe(3);
});

test.each([
  ['nothing but errors', `echo 'error: create bucket runs: no filer' >&2`],
  ['its own command only', `echo 'create bucket under /buckets: runs'`],
  ['other buckets', `printf '  old-runs\\tsize:5\\tchunk:1\\n  runs2\\tsize:5\\tchunk:1\\n'`],
])('fails if the output has %s', (_, weed) => {
  const { status, calls } = runStep(weed);
  expect(status).toBe(1);
  expect(times(calls)).toBe(10);
});
