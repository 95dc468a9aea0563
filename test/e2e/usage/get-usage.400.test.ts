import { beforeAll, expect, it } from '@jest/globals';
import { signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';
import { USAGE } from '../../support/usage-caller.js';

const app = useTestApp();
let caller: SignedInCaller;
beforeAll(async () => {
  caller = await signedInCaller(app());
});

it.each([
  ['interval=week', ['interval']],
  ['interval=', ['interval']],
  ['interval=Day', ['interval']],
  ['interval=day&interval=day', ['interval']],
  ['group_by=route', ['group_by']],
  ['group_by=endpoint,status', ['group_by']],
  ['timezone=Mars/Phobos', ['timezone']],
  ['timezone=', ['timezone']],
  ['timezone=%2B01:00', ['timezone']],
  ['timezone=%00', ['timezone']],
  ['start=2026-11-20', ['start']],
  ['start=yesterday', ['start']],
  ['start=2026-02-30T00:00:00Z', ['start']],
  ['start=1999-12-31T00:00:00Z', ['start']],
  ['end=9999-01-01T00:00:00Z', ['end']],
  ['start=2026-11-20T00:00:00Z&end=2026-11-20T00:00:00Z', ['end']],
  ['start=2026-11-20T00:00:00Z&end=2026-11-19T00:00:00Z', ['end']],
  ['start=2100-01-01T00:00:00Z', ['end']],
  ['start=2020-01-01T00:00:00Z&end=2023-12-12T00:00:00Z', ['start']],
  ['interval=hour&start=2026-01-01T00:00:00Z&end=2026-03-02T01:00:00Z', ['start']],
  ['interval=minute&start=2026-01-01T00:00:00Z&end=2026-01-01T01:00:00Z', ['start']],
  ['client_id=a&client_id=b', ['client_id']],
  ['api_key_id=a&api_key_id=b', ['api_key_id']],
  ['account_id=a&account_id=b', ['account_id']],
  ['limit=10', ['limit']],
  ['constructor=1', ['constructor']],
  ['interval=x&group_by=y&page=2', ['interval', 'group_by', 'page']],
  ['start=x&end=y&timezone=z', ['start', 'end', 'timezone']],
])('refuses ?%s', async (query, parameters) => {
  const answer = await caller.get(`${USAGE}?${query}`);

  expectProblem(answer, 400, 'invalid_parameter', { instance: USAGE, parameters });
});

it.each([
  'start=2020-01-01T00:00:00Z&end=2023-12-11T00:00:00Z',
  'interval=hour&start=2026-01-01T00:00:00Z&end=2026-03-02T00:00:00Z',
])('takes as much as 1,440 buckets: ?%s', async (query) => {
  const { status, body } = await caller.get<{ buckets: unknown[] }>(`${USAGE}?${query}`);

  expect([status, body.buckets.length]).toEqual([200, 1440]);
});
