import { expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiCaller } from '../../../support/api-caller.js';
import { publishRun } from '../../../support/published-run.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp();
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as unknown;

it('is ready without any run, and reports the newest run, if any', async () => {
  const caller = new ApiCaller(app().url);

  const empty = await caller.get('/health/ready');
  expect(empty.status).toBe(200);
  expect(empty.headers.get('cache-control')).toBe('no-store');
  expect(empty.body).toEqual({
    status: 'ready',
    database: 'ready',
    store: 'ready',
    journal: 'ready',
    clock_ahead_seconds: expect.closeTo(0, -1) as unknown,
    newest_run: null,
    damaged_runs: 0,
    shared_runs: null,
    change_feed: 'ready',
    feeds: [{ model: 'gfs', product: null, sources: [], faults: [] }],
  });

  await publishRun(app());
  // The list of runs may be cached for this long.
  await sleep(60);
  const filled = await caller.get('/health/ready');
  expect(filled.status).toBe(200);
  expect(filled.body.newest_run).toEqual({ model: 'gfs', run: time, published_at: time });
});
