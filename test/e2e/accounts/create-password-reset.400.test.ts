import { expect, it } from '@jest/globals';
import { signedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
const instance = '/v1/accounts/acc_01ARZ3NDEKTSV4RRFFQ69G5FAV/password-reset';

it('refuses query parameters, since there are none', async () => {
  const caller = await signedInCaller(app());

  const answer = await caller.call('POST', `${instance}?dry_run=true`);

  expectProblem(answer, 400, 'invalid_parameter', { instance, parameters: ['dry_run'] });
});

it('refuses members of a body, since there are none, and takes an empty one for none', async () => {
  const caller = await signedInCaller(app());
  const call = (body: unknown) => caller.call('POST', instance, { body });

  expectProblem(await call({ dry_run: true, 'a/b': 1 }), 400, 'invalid_parameter', {
    instance,
    pointers: ['/dry_run', '/a~1b'],
  });
  expectProblem(await call(['x']), 400, 'invalid_parameter', { instance, pointers: [''] });
  expectProblem(await call('{'), 400, 'malformed_body', { instance });
  expect((await call({})).status).not.toBe(400);
});
