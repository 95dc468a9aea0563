import { expect, it } from '@jest/globals';
import { ApiCaller } from '../../../support/api-caller.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp();

it("isn't ready while the database is unavailable, leaks no details, and is ready again afterwards", async () => {
  const caller = new ApiCaller(app().url);
  const restore = await app().cutDatabase();

  let gone = await caller.get('/health/ready');
  // The feed notices the lost connection independently, sooner or later.
  while (gone.body.change_feed === 'ready') gone = await caller.get('/health/ready');
  await restore();
  const back = await caller.get('/health/ready');

  expect(gone.status).toBe(503);
  expect(gone.headers.get('cache-control')).toBe('no-store');
  expect(gone.body).toEqual({
    status: 'unavailable',
    database: 'unavailable',
    store: 'ready',
    journal: 'ready',
    clock_ahead_seconds: expect.closeTo(0, -1) as unknown,
    newest_run: null,
    damaged_runs: 0,
    shared_runs: null,
    change_feed: 'unavailable',
    feeds: [{ model: 'gfs', product: null, sources: [], faults: [] }],
  });
  expect(back.status).toBe(200);
  expect(app().logLines.some((line) => line.includes(gone.headers.get('x-request-id')!))).toBe(true);
});
