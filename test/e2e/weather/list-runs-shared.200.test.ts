import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Configuration } from '../../../src/config/configuration.js';
import { bringRun } from '../../../src/run-sharing/bring-run.js';
import { RunReplica } from '../../../src/run-sharing/run-replica.js';
import { ApiCaller } from '../../support/api-caller.js';
import { LogRecorder } from '../../support/log-recorder.js';
import { publishRun } from '../../support/published-run.js';
import { type TestApp, useTestApp } from '../../support/test-app.js';

const mount = mkdtempSync(join(tmpdir(), 'mount-'));
const app = useTestApp({ RUN_STORE_URL: pathToFileURL(join(mount, 'runs')).href });
const INSTANT = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/) as unknown;
const IMPATIENT = { lookEveryMs: 10, longestBackOffMs: 20, startWaitMs: 20_000 };

interface Runs {
  runs: unknown[];
  sharing: { lastError: unknown } | null;
}

let replica: RunReplica;
beforeAll(() => {
  replica = new RunReplica(app().app.get(Configuration), new LogRecorder(), IMPATIENT, bringRun);
});
afterAll(async () => {
  await replica.stop();
  rmSync(mount, { recursive: true });
});

test('GET /v1/weather/runs and /health/ready tell how runs come out of a store that is shared', async () => {
  const caller = new ApiCaller(app().url);
  const list = async () => (await caller.get<Runs & Record<string, unknown>>('/v1/weather/runs')).body;
  const ready = async () => caller.get('/health/ready');
  expect(await list()).toMatchObject({ sharing: null });
  expect((await ready()).body).toMatchObject({ shared_runs: null });

  await replica.start();
  expect(await list()).toMatchObject({
    runs: [],
    sharing: {
      state: 'waiting',
      progress: null,
      lastError: { code: 'RunStoreUnreachableError', at: INSTANT, count: expect.any(Number) as unknown },
      lastSuccessAt: null,
    },
  });
  expect(await ready()).toMatchObject({ status: 200, body: { status: 'ready', shared_runs: 'unavailable' } });

  await publishRun({ dataDirectory: mount } as TestApp);
  let found = await list();
  while (found.runs.length === 0 || found.sharing?.lastError !== null) {
    await sleep(10);
    found = await list();
  }
  expect(found.sharing).toMatchObject({ lastSuccessAt: INSTANT });
  expect(await ready()).toMatchObject({ status: 200, body: { status: 'ready', shared_runs: 'ready' } });
});
