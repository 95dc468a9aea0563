import { beforeAll, expect, it } from '@jest/globals';
import { createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let member: SignedInCaller;
beforeAll(async () => {
  await signedInCaller(app());
  member = await signedInCaller(app());
});

it.each([
  [{ rate_limits: { second: 11 } }, ['/rate_limits/second']],
  [{ rate_limits: { day: null } }, ['/rate_limits/day']],
  [{ scopes: ['forecast:read'] }, undefined],
  [{ status: 'active' }, undefined],
  [{ name: 'Changed', status: 'disabled' }, undefined],
])('refuses %j of a member', async (body, pointers) => {
  const path = `/v1/clients/${await createClient(member)}`;
  const { body: before } = await member.get(path);

  const answer = await member.call('PATCH', path, { body });
  expectProblem(answer, 403, 'forbidden', { instance: path, pointers });
  expect((await member.get(path)).body).toEqual(before);
});
