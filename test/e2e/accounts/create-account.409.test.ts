import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ApiCaller, PASSWORD } from '../../support/api-caller.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

it('refuses an address that has an account, in whatever case it is written', async () => {
  const caller = new ApiCaller(service.url);
  const account = { full_name: 'Ada', email: 'Ada@Example.com', password: PASSWORD };
  expect((await caller.post('/v1/accounts', account)).status).toBe(201);

  const { status, headers, body } = await caller.post('/v1/accounts', { ...account, email: ' ada@example.COM ' });

  expect(status).toBe(409);
  expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(body).toMatchObject({ code: 'email_taken', status: 409, instance: '/v1/accounts' });
});

it('gives an address that two callers register at once to one of them', async () => {
  const caller = new ApiCaller(service.url);
  const account = { full_name: 'Bob', email: 'bob@example.com', password: PASSWORD };

  const answers = await Promise.all(Array.from({ length: 5 }, () => caller.post('/v1/accounts', account)));

  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
});
