import { expect, it } from '@jest/globals';
import { signedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
const instance = '/v1/accounts/me/password';

it('slows down who has a session and guesses its password', async () => {
  const caller = await signedInCaller(app());
  const call = (password: string) =>
    caller.call('PUT', instance, {
      body: { current_password: password, new_password: 'another quiet morning' },
    });

  const guesses = await Promise.all(Array.from({ length: 20 }, (_, number) => call(`guess ${number}`)));

  const refused = guesses.filter(({ status }) => status !== 401);
  expect(guesses.length - refused.length).toBeGreaterThanOrEqual(5);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) {
    expectProblem(answer, 429, 'too_many_attempts', { instance });
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  }
  expect((await caller.get('/v1/accounts/me')).status).toBe(200);
});
