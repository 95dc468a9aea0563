import { expect, it } from '@jest/globals';
import { signedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

it('refuses members, with whatever filter, and from the next request on whoever is an administrator no more', async () => {
  const first = await signedInCaller(app());
  const second = await signedInCaller(app());
  for (const query of ['', '?status=active', `?query=${second.email}`]) {
    const answer = await second.get(`/v1/accounts${query}`);
    expectProblem(answer, 403, 'forbidden', { instance: '/v1/accounts' });
  }
  const setRole = (role: string) =>
    first.call('PATCH', `/v1/accounts/${second.accountId}`, { body: { role } });

  await setRole('admin');
  expect((await second.get('/v1/accounts')).status).toBe(200);
  await setRole('member');
  expect((await second.get('/v1/accounts')).status).toBe(403);
});
