import { beforeAll, describe, expect, it } from '@jest/globals';
import { signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { itRefusesOtherSites } from '../../support/cross-site-refusals.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp({ DEFAULT_RATE_LIMITS: 'second=10,hour=1000,day=2000' });
const instance = '/v1/clients';
let caller: SignedInCaller;
beforeAll(async () => {
  await signedInCaller(app());
  caller = await signedInCaller(app());
});

describe('from other sites', () => {
  itRefusesOtherSites(app, {
    method: 'POST',
    path: instance,
    headers: () => ({ cookie: caller.cookie }),
    body: '{}',
    passedStatus: 400,
  });
});

it.each([
  ['second', { second: 11 }],
  ['hour', { second: 10, hour: 1001, day: 2000 }],
  ['day', { day: 999_999_999 }],
  ['second', { second: null }],
  ['day', { day: null }],
])('refuses a member a limit for a %s above the ceiling: %j', async (window, rate_limits) => {
  const answer = await caller.post(instance, { name: 'Station', rate_limits });

  const detail = expect.stringContaining(window) as unknown;
  expectProblem(answer, 403, 'forbidden', { instance, detail });
});

it('has made no client in all these tests', async () => {
  expect((await caller.get<{ data: unknown[] }>(instance)).body.data).toEqual([]);
});
