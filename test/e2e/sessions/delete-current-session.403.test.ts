import { expect, it } from '@jest/globals';
import { signedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
const instance = '/v1/sessions/current';

it.each<Record<string, string>>([
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.example' },
])('refuses another site (%j), and leaves the session', async (headers) => {
  const caller = await signedInCaller(app());

  expectProblem(await caller.delete(instance, headers), 403, 'cross_site_request', { instance });

  expect((await caller.get(instance)).status).toBe(200);
});

it.each<Record<string, string>>([
  { 'sec-fetch-site': 'same-origin', origin: 'null' },
  { origin: 'http://localhost:3000' },
])('lets the own pages sign out (%j)', async (headers) => {
  const caller = await signedInCaller(app());

  expect((await caller.delete(instance, headers)).status).toBe(204);
});
