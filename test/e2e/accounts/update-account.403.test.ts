import { beforeAll, expect, it } from '@jest/globals';
import { signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let member: SignedInCaller;
beforeAll(async () => {
  // The first account is the administrator.
  await signedInCaller(app());
  member = await signedInCaller(app());
});

it.each([{ role: 'admin' }, { status: 'disabled' }, { full_name: 'Somebody' }])(
  'refuses %j to a member, also for its own account',
  async (body) => {
    const instance = `/v1/accounts/${member.accountId}`;

    const answer = await member.call('PATCH', instance, { body });

    expectProblem(answer, 403, 'forbidden', { instance });
    const { body: own } = await member.get('/v1/accounts/me');
    expect(own).toMatchObject({ role: 'member', status: 'active', full_name: 'A Member' });
  },
);

it('has no role and no status among what anybody changes of the own account', async () => {
  const body = { role: 'admin', status: 'active' };
  const answer = await member.call('PATCH', '/v1/accounts/me', { body });

  expectProblem(answer, 400, 'invalid_parameter', {
    instance: '/v1/accounts/me',
    pointers: ['/role', '/status'],
  });
});
