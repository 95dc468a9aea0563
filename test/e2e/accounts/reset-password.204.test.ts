import { beforeEach, expect, it } from '@jest/globals';
import { ApiCaller, PASSWORD, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
const NEW = 'another quiet morning';
let admin: SignedInCaller;
let member: SignedInCaller;
beforeEach(async () => {
  admin ??= await signedInCaller(app());
  member = await signedInCaller(app());
});

async function link(): Promise<string> {
  const { body } = await admin.post<{ url: string }>(`/v1/accounts/${member.accountId}/password-reset`);
  return body.url.split('#token=')[1];
}
const use = (token: string, new_password = NEW) =>
  new ApiCaller(app().url).post('/v1/password-resets', { token, new_password });
const signIn = async (password: string) =>
  (await new ApiCaller(app().url).post('/v1/sessions', { email: member.email, password })).status;

it('sets the password, ends all sessions and signs nobody in', async () => {
  const { status, headers, body } = await use(await link());

  expect([status, body]).toEqual([204, '']);
  expect(headers.getSetCookie()).toEqual([]);
  expect((await member.get('/v1/accounts/me')).status).toBe(401);
  expect(await signIn(PASSWORD)).toBe(401);
  expect(await signIn(NEW)).toBe(201);
});

it('works once, also when it is used several times at once', async () => {
  const token = await link();

  const passwords = Array.from({ length: 4 }, (_, number) => `${NEW} ${number}`);
  const answers = await Promise.all(passwords.map((password) => use(token, password)));

  const statuses = answers.map(({ status }) => status);
  expect([...statuses].sort()).toEqual([204, 400, 400, 400]);
  expect(await signIn(passwords[statuses.indexOf(204)])).toBe(201);
});

it('takes only the newest link of an account', async () => {
  const [older, newer] = [await link(), await link()];

  expect((await use(older)).status).toBe(400);
  expect((await use(newer)).status).toBe(204);
});

it('is not used up by a password that is refused', async () => {
  const token = await link();

  expect((await use(token, 'password')).status).toBe(400);
  expect((await use(token)).status).toBe(204);
});
