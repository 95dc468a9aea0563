import { beforeAll, expect, it } from '@jest/globals';
import { signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
const instance = '/v1/clients';
let caller: SignedInCaller;
beforeAll(async () => {
  caller = await signedInCaller(app());
});

it.each([
  [['/name'], {}],
  [['/name'], { name: null }],
  [['/name'], { name: ' ' }],
  [['/name'], { name: ['Station'] }],
  [['/name'], { name: 'x'.repeat(101) }],
  [['/name'], { name: '🌩'.repeat(101) }],
  [['/name'], { name: 'a\0b' }],
  [['/name', '/description'], { name: 1, description: 2 }],
  [['/description'], { name: 'Station', description: '🌩'.repeat(501) }],
  [['/description'], { name: 'Station', description: '\ud83c' }],
  [['/client_id', '/status'], { name: 'Station', client_id: 'cli_mine', status: 'active' }],
  [['/scopes'], { name: 'Station', scopes: ['forecast:read'] }],
])('refuses at %j: %j', async (pointers, body) => {
  const answer = await caller.post(instance, body);

  expectProblem(answer, 400, 'invalid_parameter', { instance, pointers });
});

it.each([
  ['/rate_limits', 10],
  ['/rate_limits', 'second=10'],
  ['/rate_limits', []],
  ['/rate_limits', [{ second: 1 }]],
  ['/rate_limits/second', { second: 0 }],
  ['/rate_limits/second', { second: -1 }],
  ['/rate_limits/minute', { minute: 1.5 }],
  ['/rate_limits/minute', { minute: '300' }],
  ['/rate_limits/hour', { hour: true }],
  ['/rate_limits/hour', { hour: [5] }],
  ['/rate_limits/day', { day: 1e300 }],
  ['/rate_limits/week', { week: 1 }],
  ['/rate_limits/__proto__', JSON.parse('{"__proto__":{"second":1}}') as unknown],
])('refuses at %s: %j', async (pointer, rate_limits) => {
  const body = { name: 'Station', rate_limits };
  const answer = await caller.post(instance, body);

  expectProblem(answer, 400, 'invalid_parameter', { instance, pointers: [pointer] });
});

it('has made no client in all these tests', async () => {
  expect((await caller.get<{ data: unknown[] }>(instance)).body.data).toEqual([]);
});
