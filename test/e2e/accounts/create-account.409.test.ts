import { expect, it } from '@jest/globals';
import { ApiCaller, PASSWORD } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
const instance = '/v1/accounts';

it('refuses an address that has an account, in whatever case it is written', async () => {
  const caller = new ApiCaller(app().url);
  const account = { full_name: 'Ada', email: 'Ada@Example.com', password: PASSWORD };
  expect((await caller.post(instance, account)).status).toBe(201);

  const answer = await caller.post(instance, { ...account, email: ' ada@example.COM ' });

  expectProblem(answer, 409, 'email_taken', { instance });
});

it('gives an address that five callers register at once to one of them', async () => {
  const caller = new ApiCaller(app().url);
  const account = { full_name: 'Bob', email: 'bob@example.com', password: PASSWORD };

  const answers = await Promise.all(Array.from({ length: 5 }, () => caller.post(instance, account)));

  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
});
