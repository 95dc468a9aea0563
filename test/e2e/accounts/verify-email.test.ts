import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiCaller, PASSWORD, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { MailServer, textOf } from '../../support/mail-server.js';
import { expectProblem } from '../../support/problems.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const SUBJECT = 'Verify your email address';
const TOKEN = /verify-email#token=([\w-]{43})\r?\n/;
const instance = '/v1/email-verifications';

let server: MailServer;
let app: TestApp;
let admin: SignedInCaller;
let caller: SignedInCaller;
let addresses = 0;
beforeAll(async () => {
  server = await MailServer.start();
  app = await startTestApp({
    TRUSTED_PROXIES: '127.0.0.1',
    REGISTRATION: 'domain:example.com, bücher.example',
    SMTP_URL: `smtp://127.0.0.1:${server.port}?tls=off`,
    MAIL_FROM: 'Example Weather <weather@example.com>',
  });
  // The first account is the administrator.
  admin = await signedInCaller(app);
});
afterAll(async () => {
  await app.close();
  await server.stop();
});

const anybody = () => new ApiCaller(app.url);
const from = () => ({ 'x-forwarded-for': `198.51.100.${(addresses += 1)}` });
const register = (email: string) =>
  anybody().post('/v1/accounts', { full_name: 'Ada', email, password: PASSWORD }, from());
const signIn = (email: string, password = PASSWORD) =>
  anybody().post('/v1/sessions', { email, password }, from());
const verify = (token: string, password?: string, by: ApiCaller = anybody()) =>
  by.post(instance, { token, password }, from());
const tokenFor = async (email: string) => TOKEN.exec(textOf(await server.mailTo(email, SUBJECT)))![1];
const newAddress = () => `new${(addresses += 1)}@example.org`;

/** Accounts created by the administrator may sign in immediately. */
beforeEach(async () => {
  const email = `member${(addresses += 1)}@example.org`;
  const { body } = await admin.post<{ id: string }>('/v1/accounts', {
    full_name: 'Grace',
    email,
    password: PASSWORD,
  });
  caller = Object.assign(anybody(), { email, accountId: body.id });
  await caller.post('/v1/sessions', { email, password: PASSWORD }, from());
});
const emailOf = async (by: ApiCaller) => (await by.get('/v1/accounts/me/email')).body;

describe('a registered address of the domain', () => {
  it("can't sign in until its link is used together with the password", async () => {
    const email = `ada${(addresses += 1)}@example.com`;
    expect((await register(email)).status).toBe(201);
    expectProblem(await signIn(email), 403, 'email_not_verified', { instance: '/v1/sessions' });
    const token = await tokenFor(email);

    // The recipient of the message isn't necessarily the person who registered.
    expectProblem(await verify(token), 400, 'invalid_parameter', { instance, pointers: ['/password'] });
    expect((await verify(token, 'some other password')).status).toBe(401);
    expect((await verify(token, undefined, caller)).status).toBe(400);
    expect((await signIn(email)).status).toBe(403);

    expect((await verify(token, PASSWORD)).status).toBe(204);
    expect((await verify(token, PASSWORD)).status).toBe(400);
    expect((await signIn(email)).status).toBe(201);
  });

  it('can sign in after a reset link, from an administrator or by mail, but only the mailed one verifies it', async () => {
    const email = `eve${(addresses += 1)}@example.com`;
    const { body } = await register(email);
    const link = await admin.post<{ url: string }>(`/v1/accounts/${String(body.id)}/password-reset`);
    const completed = { token: link.body.url.split('#token=')[1], new_password: 'another quiet morning' };
    expect((await anybody().post('/v1/password-resets/complete', completed, from())).status).toBe(204);
    const session = anybody();
    const credentials = { email, password: completed.new_password };
    expect((await session.post('/v1/sessions', credentials, from())).status).toBe(201);
    expect(await emailOf(session)).toMatchObject({ verified: false });

    await anybody().post('/v1/password-resets', { email }, from());
    const text = textOf(await server.mailTo(email, 'Reset your password'));
    const [, token] = /#token=([\w-]{43})/.exec(text)!;
    await anybody().post('/v1/password-resets/complete', { ...completed, token }, from());
    await session.post('/v1/sessions', credentials, from());
    expect(await emailOf(session)).toMatchObject({ verified: true });
  });

  it('may be in an internationalized domain', async () => {
    expect((await register('ada@BÜCHER.example')).status).toBe(201);
  });

  it.each(['eve@example.net', 'eve@mail.example.com', 'eve@еxample.com', '"eve@example.com"@example.net'])(
    "can't be %s",
    async (email) => {
      expectProblem(await register(email), 403, 'forbidden', { instance: '/v1/accounts' });
    },
  );
});

describe('a changed address', () => {
  const change = (email: string, by: ApiCaller = caller) => by.post('/v1/accounts/me/email', { email });

  it.each(['POST', 'PATCH'])('takes effect by its link, and the old one is notified (%s)', async (method) => {
    const email = newAddress();
    const { status } = await (method === 'POST'
      ? change(email)
      : caller.call('PATCH', '/v1/accounts/me', { body: { email, full_name: 'Countess' } }));
    expect(status).toBe(200);
    expect(await emailOf(caller)).toEqual({
      email: caller.email,
      verified: false,
      pending_email: email,
      sends_mail: true,
    });
    expect((await signIn(email)).status).toBe(401);

    expect((await verify(await tokenFor(email), undefined, caller)).status).toBe(204);
    expect(await emailOf(caller)).toMatchObject({ email, verified: true, pending_email: null });
    expect((await signIn(email)).status).toBe(201);
    expect((await signIn(caller.email)).status).toBe(401);
    expect(textOf(await server.mailTo(caller.email, 'Your email address was changed'))).not.toContain(email);
    const actions = await app.runSql(
      `select action, details->'changed' as changed from audit_events where account_id = ? and action like 'account.%' order by id`,
      [caller.accountId],
    );
    expect(actions).toEqual([
      { action: 'account.created', changed: null },
      { action: 'account.email_change_requested', changed: null },
      ...(method === 'PATCH' ? [{ action: 'account.updated', changed: ['full_name'] }] : []),
      { action: 'account.email_verified', changed: ['email'] },
    ]);
  });

  it("can't be confirmed with the link of an earlier or withdrawn change", async () => {
    const [first, second] = [newAddress(), newAddress()];
    await change(first);
    const older = await tokenFor(first);
    await change(second);
    const newer = await tokenFor(second);
    expect((await verify(older, undefined, caller)).status).toBe(400);
    expect((await change(caller.email)).body).toMatchObject({ pending_email: null });
    expect((await verify(newer, undefined, caller)).status).toBe(400);
    expect(await emailOf(caller)).toMatchObject({ email: caller.email, pending_email: null });
    await change(caller.email);
    const actions = await app.runSql(
      `select action from audit_events where account_id = ? and action like 'account.email%' order by id`,
      [caller.accountId],
    );
    const asked = { action: 'account.email_change_requested' };
    expect(actions).toEqual([asked, asked, { action: 'account.email_change_withdrawn' }]);
  });

  it('is withdrawn by a password reset, since somebody else may have requested it', async () => {
    const email = newAddress();
    await change(email);
    const token = await tokenFor(email);
    const link = await admin.post<{ url: string }>(`/v1/accounts/${caller.accountId}/password-reset`);
    const completed = { token: link.body.url.split('#token=')[1], new_password: 'another quiet morning' };
    expect((await anybody().post('/v1/password-resets/complete', completed, from())).status).toBe(204);

    const session = anybody();
    const credentials = { email: caller.email, password: completed.new_password };
    expect((await session.post('/v1/sessions', credentials, from())).status).toBe(201);
    expect(await emailOf(session)).toMatchObject({ email: caller.email, pending_email: null });
    expect((await verify(token, completed.new_password)).status).toBe(400);
  });

  it('expires after a day, and is deleted with the account', async () => {
    const email = newAddress();
    await change(email);
    const token = await tokenFor(email);
    await app.runSql(
      `update one_time_links set expires_at = expires_at - interval '24 hours' where account_id = ?`,
      [caller.accountId],
    );
    expect((await verify(token, undefined, caller)).status).toBe(400);
    await caller.call('DELETE', '/v1/accounts/me', { body: { password: PASSWORD } });
    const left = await app.runSql(
      'select pending_email, (select count(*)::int from mails where account_id = a.id) as mails from accounts a where id = ?',
      [caller.accountId],
    );
    expect(left).toEqual([{ pending_email: null, mails: 0 }]);
  });

  it('goes to only one of two accounts that request it', async () => {
    const email = newAddress();
    await change(email);
    const token = await tokenFor(email);
    await admin.post('/v1/accounts', { full_name: 'First', email, password: PASSWORD });

    expectProblem(await verify(token, undefined, caller), 409, 'email_taken', { instance });
    expectProblem(await change(email), 409, 'email_taken', { instance: '/v1/accounts/me/email' });
    expect(await emailOf(caller)).toMatchObject({ email: caller.email, verified: false });
  });

  it('needs a fresh sign-in', async () => {
    await app.runSql(`update sessions set authenticated_at = now() - interval '11 minutes'`);
    expectProblem(await change(newAddress()), 403, 'fresh_sign_in_required', {
      instance: '/v1/accounts/me/email',
    });
  });

  it('is confirmed once, even if its link is used several times at once', async () => {
    const email = newAddress();
    await change(email);
    const token = await tokenFor(email);
    const answers = await Promise.all(Array.from({ length: 4 }, () => verify(token, undefined, caller)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400, 400]);
  });

  it('gets only a few messages', async () => {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    const email = newAddress();
    const answers = [];
    for (let number = 1; number <= 6; number += 1) answers.push(await change(email));
    clock.mockRestore();
    expect(answers.slice(0, 5).map(({ status }) => status)).toEqual(Array(5).fill(200));
    expectProblem(answers[5], 429, 'too_many_attempts', { instance: '/v1/accounts/me/email' });
  });
});

describe('without mail', () => {
  it('changes at once', async () => {
    const without = await startTestApp();
    const member = await signedInCaller(without);
    const email = newAddress();
    const { status, body } = await member.post('/v1/accounts/me/email', { email });
    expect([status, body]).toEqual([200, { email, verified: false, pending_email: null, sends_mail: false }]);
    await without.close();
  });
});
