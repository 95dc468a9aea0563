import { expect, it } from '@jest/globals';
import { DrainingService } from '../../../../src/boot/health/draining.service.js';
import { ApiCaller } from '../../../support/api-caller.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp();

it("isn't ready once the service is about to stop, but still responds", async () => {
  const caller = new ApiCaller(app().url);
  const draining = app().app.get(DrainingService);
  expect(draining.isWatched).toBe(false);
  // The request of the dashboard in a browser.
  await fetch(`${app().url}/health/ready`, { headers: { 'sec-fetch-site': 'same-origin' } });
  expect(draining.isWatched).toBe(false);
  expect((await caller.get('/health/ready')).status).toBe(200);
  expect(draining.isWatched).toBe(true);

  draining.begin();

  const { status, body } = await caller.get('/health/ready');
  expect(status).toBe(503);
  expect(body).toMatchObject({ status: 'draining', database: 'ready', store: 'ready' });
  expect((await caller.get('/health/live')).status).toBe(200);
  expect((await caller.get('/v1/weather/fields')).status).toBe(200);
});
