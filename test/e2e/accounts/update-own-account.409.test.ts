import { expect, it } from '@jest/globals';
import { signedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
const instance = '/v1/accounts/me';

it('refuses an address that has another account, in whatever case, and changes nothing else either', async () => {
  const caller = await signedInCaller(app());
  const other = await signedInCaller(app());

  const body = { full_name: 'Changed', email: other.email.toUpperCase() };
  const answer = await caller.call('PATCH', instance, { body });

  expectProblem(answer, 409, 'email_taken', { instance });
  expect((await caller.get(instance)).body).toMatchObject({ full_name: 'A Member', email: caller.email });
});

it('gives an address that several accounts take at once to one of them', async () => {
  const callers = [await signedInCaller(app()), await signedInCaller(app()), await signedInCaller(app())];

  const body = { email: 'wanted@example.com' };
  const answers = await Promise.all(callers.map((caller) => caller.call('PATCH', instance, { body })));

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});
