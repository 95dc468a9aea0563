import { beforeAll, expect, it } from '@jest/globals';
import { signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp({ DEFAULT_RATE_LIMITS: 'second=10,hour=1000,day=2000' });
const instance = '/v1/clients';
let caller: SignedInCaller;
beforeAll(async () => {
  await signedInCaller(app());
  caller = await signedInCaller(app());
});

it.each([
  [['second'], { second: 11 }],
  [['hour'], { second: 10, hour: 1001, day: 2000 }],
  [['day'], { day: 999_999_999 }],
  [['second'], { second: null }],
  [['second', 'day'], { second: 11, hour: 1000, day: null }],
])('refuses a member limits above the ceiling, and names each: %j in %j', async (windows, rate_limits) => {
  const answer = await caller.post(instance, { name: 'Station', rate_limits });

  const pointers = windows.map((window) => `/rate_limits/${window}`);
  expectProblem(answer, 403, 'forbidden', { instance, pointers });
});

it('has made no client in all these tests', async () => {
  expect((await caller.get<{ data: unknown[] }>(instance)).body.data).toEqual([]);
});
