import { beforeAll, expect, it } from '@jest/globals';
import { ApiCaller, PASSWORD, signedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let email: string;
beforeAll(async () => {
  ({ email } = await signedInCaller(app()));
});

const signIn = (address: string, password: string) =>
  new ApiCaller(app().url).post('/v1/sessions', { email: address, password });

it.each([
  ['in another case', PASSWORD.toUpperCase()],
  ['with a blank after it', `${PASSWORD} `],
  ['cut short', PASSWORD.slice(0, -1)],
])('refuses the password %s', async (_, password) => {
  const answer = await signIn(email, password);

  expectProblem(answer, 401, 'invalid_credentials', { instance: '/v1/sessions' });
  expect(answer.headers.get('www-authenticate')).toBe('Session');
  expect(answer.headers.getSetCookie()).toEqual([]);
});

it('answers the same for an address that has no account', async () => {
  const known = await signIn(email, 'not the password');
  const unknown = await signIn('nobody@example.com', 'not the password');

  expect(unknown.status).toBe(401);
  expect(unknown.body).toEqual(known.body);
  const headersOf = ({ headers }: typeof known) =>
    [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date');
  expect(headersOf(unknown)).toEqual(headersOf(known));
});
