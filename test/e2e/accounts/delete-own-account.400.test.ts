import { beforeAll, expect, it } from '@jest/globals';
import { signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
const instance = '/v1/accounts/me';
let caller: SignedInCaller;
beforeAll(async () => {
  caller = await signedInCaller(app());
});

it.each([undefined, {}, { password: '' }, { password: null }, { password: 1 }])(
  'refuses %j',
  async (body) => {
    const answer = await caller.call('DELETE', instance, { body });

    expectProblem(answer, 400, 'invalid_parameter', { instance, pointers: ['/password'] });
    expect((await caller.get(instance)).status).toBe(200);
  },
);
