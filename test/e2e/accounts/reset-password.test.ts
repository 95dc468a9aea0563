import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiCaller, PASSWORD, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp({ TRUSTED_PROXIES: '127.0.0.1' });

let admin: SignedInCaller;
beforeAll(async () => {
  // The first account is the administrator.
  admin = await signedInCaller(app());
});

describe('204', () => {
  const NEW = 'another quiet morning';
  let member: SignedInCaller;
  beforeEach(async () => {
    member = await signedInCaller(app());
  });

  async function link(): Promise<string> {
    const { body } = await admin.post<{ url: string }>(`/v1/accounts/${member.accountId}/password-reset`);
    return body.url.split('#token=')[1];
  }
  const use = (token: string, new_password = NEW) =>
    new ApiCaller(app().url).post('/v1/password-resets/complete', { token, new_password });
  const signIn = async (password: string) =>
    (await new ApiCaller(app().url).post('/v1/sessions', { email: member.email, password })).status;

  it('sets the password, ends all sessions and signs no one in', async () => {
    const { status, headers, body } = await use(await link());

    expect([status, body]).toEqual([204, '']);
    expect(headers.getSetCookie()).toEqual([]);
    expect((await member.get('/v1/accounts/me')).status).toBe(401);
    expect(await signIn(PASSWORD)).toBe(401);
    expect(await signIn(NEW)).toBe(201);
  });

  it('works once, even if used several times at once', async () => {
    const token = await link();

    const passwords = Array.from({ length: 4 }, (_, number) => `${NEW} ${number}`);
    const answers = await Promise.all(passwords.map((password) => use(token, password)));

    const statuses = answers.map(({ status }) => status);
    expect([...statuses].sort()).toEqual([204, 400, 400, 400]);
    expect(await signIn(passwords[statuses.indexOf(204)])).toBe(201);
  });

  it('accepts only the newest link of an account', async () => {
    const [older, newer] = [await link(), await link()];

    expect((await use(older)).status).toBe(400);
    expect((await use(newer)).status).toBe(204);
  });

  it("isn't used up by a rejected password", async () => {
    const token = await link();

    expect((await use(token, 'password')).status).toBe(400);
    expect((await use(token)).status).toBe(204);
  });
});

describe('400', () => {
  const instance = '/v1/password-resets/complete';
  const NEW = 'another quiet morning';
  const use = (body: unknown) =>
    new ApiCaller(app().url).post(instance, body, { 'x-forwarded-for': '192.0.2.1' });

  it.each([
    ['/token', { new_password: NEW }],
    ['/token', { token: '', new_password: NEW }],
    ['/token', { token: 'x'.repeat(43), new_password: NEW }],
    ['/token', { token: ['x'], new_password: NEW }],
    ['/new_password', { token: 'x' }],
    ['/new_password', { token: 'x', new_password: 'short' }],
    ['/new_password', { token: 'x', new_password: 'iloveyou' }],
  ])('rejects an invalid %s: %j', async (pointer, body) => {
    expectProblem(await use(body), 400, 'invalid_parameter', { instance, pointers: [pointer] });
  });

  it("rejects an expired link, by the server's clock", async () => {
    const member = await signedInCaller(app());
    const link = async () => {
      const { body } = await admin.post<{ url: string }>(`/v1/accounts/${member.accountId}/password-reset`);
      return body.url.split('#token=')[1];
    };
    const expireIn = (interval: string) =>
      app().runSql('update one_time_links set expires_at = now() + ?::interval', [interval]);

    const token = await link();
    await expireIn('0 seconds');
    const answer = await use({ token, new_password: NEW });
    expectProblem(answer, 400, 'invalid_parameter', { instance, pointers: ['/token'] });
    const signIn = await new ApiCaller(app().url).post('/v1/sessions', {
      email: member.email,
      password: PASSWORD,
    });
    expect(signIn.status).toBe(201);

    await expireIn('20 seconds');
    expect((await use({ token, new_password: NEW })).status).toBe(204);
  });
});

describe('429', () => {
  const instance = '/v1/password-resets/complete';
  const guess = (address: string) =>
    new ApiCaller(app().url).post(
      instance,
      { token: 'x'.repeat(43), new_password: 'another quiet morning' },
      { 'x-forwarded-for': address },
    );

  it('throttles guesses by the /64 network of an IPv6 address', async () => {
    // Freeze the throttle's clock, so that a slow machine doesn't let more requests pass.
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    const answers = [];
    for (let number = 1; number <= 21; number += 1) answers.push(await guess(`2001:db8:0:7::${number}`));

    expect(answers.slice(0, 20).map(({ status }) => status)).toEqual(Array(20).fill(400));
    expectProblem(answers[20], 429, 'too_many_attempts', { instance });
    expect(answers[20].headers.get('retry-after')).toBe('1');
    expect((await guess('2001:db8:0:8::1')).status).toBe(400);
    clock.mockRestore();
  });
});
