import { setTimeout as delay } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { newId } from '../../../src/core/http/identifier.js';
import {
  type Answer,
  ApiCaller,
  PASSWORD,
  signedInCaller,
  type SignedInCaller,
} from '../../support/api-caller.js';
import { MailServer, textOf } from '../../support/mail-server.js';
import { addPasskey, optionsOf, signInWithPasskey } from '../../support/passkeys.js';
import { expectProblem } from '../../support/problems.js';
import { startTestApp, type TestApp, useTestApp } from '../../support/test-app.js';

const instance = '/v1/password-resets';
const NEW = 'another quiet morning';
const SUBJECT = 'Reset your password';
const ISSUER = 'https://login.example.com';
const TOKEN = /#token=([\w-]{43})\r?\n/;

describe('202', () => {
  let server: MailServer;
  let app: TestApp;
  let admin: SignedInCaller;
  let member: SignedInCaller;
  beforeAll(async () => {
    server = await MailServer.start();
    app = await startTestApp({
      TRUSTED_PROXIES: '127.0.0.1',
      SMTP_URL: `smtp://127.0.0.1:${server.port}?tls=off`,
      MAIL_FROM: 'Example Weather <weather@example.com>',
    });
    // The first account is the administrator.
    admin = await signedInCaller(app);
    member = await signedInCaller(app);
  });
  afterAll(async () => {
    await app.close();
    await server.stop();
  });

  const request = (email: string, address = '192.0.2.1') =>
    new ApiCaller(app.url).post(instance, { email }, { 'x-forwarded-for': address });
  const complete = (token: string) =>
    new ApiCaller(app.url).post(`${instance}/complete`, { token, new_password: NEW });
  const connectIssuer = ({ accountId }: SignedInCaller) =>
    app.runSql(
      `insert into identities (id, account_id, issuer, subject, created_at) values (?, ?, ?, ?, now())`,
      [newId('idn'), accountId, ISSUER, accountId],
    );
  const issuersOf = async ({ accountId }: SignedInCaller) =>
    (await app.runSql('select issuer from identities where account_id = ? order by 1', [accountId])).map(
      ({ issuer }) => issuer,
    );
  const outbox = async () => {
    for (;;) {
      const rows = await app.runSql(
        `select kind, recipient, state, account_id, data from mails where kind = 'password-reset' order by id`,
      );
      if (!rows.some(({ state }) => state === 'queued' || state === 'sending')) return rows;
      await delay(50);
    }
  };

  it('mails the account a link that sets a password once and ends its sessions', async () => {
    const { status, body } = await request(member.email.toUpperCase());
    expect([status, body]).toEqual([202, '']);

    const mail = await server.mail(0, SUBJECT);
    expect([mail.from, mail.to]).toEqual(['weather@example.com', [member.email]]);
    const [, token] = TOKEN.exec(textOf(mail))!;
    const [row] = await outbox();
    expect(row).toMatchObject({ recipient: member.email, state: 'sent', account_id: member.accountId });
    expect(JSON.stringify(await app.runSql('select * from mails, one_time_links'))).not.toContain(token);

    expect((await complete(token)).status).toBe(204);
    expect((await complete(token)).status).toBe(400);
    expect((await member.get('/v1/accounts/me')).status).toBe(401);
    const signIn = { email: member.email, password: NEW };
    expect((await new ApiCaller(app.url).post('/v1/sessions', signIn)).status).toBe(201);
  });

  it('is audited with the address and without a signed-in actor', async () => {
    const other = await signedInCaller(app);
    const sent = server.about(SUBJECT).length;
    await request(other.email, '192.0.2.9');
    await server.mail(sent, SUBJECT);

    const events = await app.runSql(
      `select actor_account_id, address, details from audit_events where action = 'account.password_reset_requested' and account_id = ?`,
      [other.accountId],
    );
    expect(events).toEqual([{ actor_account_id: null, address: '192.0.2.9', details: { by: 'mail' } }]);
  });

  it('responds the same for an address without an account, but sends and stores nothing', async () => {
    const known = await signedInCaller(app);
    const sent = server.about(SUBJECT).length;
    const answers: Answer[] = [];
    for (const email of ['nobody@example.com', known.email]) answers.push(await request(email, '192.0.2.2'));

    const told = ({ status, headers, body }: Answer) => [status, [...headers.keys()], body];
    expect(told(answers[0])).toEqual(told(answers[1]));
    expect((await server.mail(sent, SUBJECT)).to).toEqual([known.email]);
    await outbox();
    expect(server.about(SUBJECT)).toHaveLength(sent + 1);
    expect(await app.runSql(`select 1 from mails where recipient = 'nobody@example.com'`)).toEqual([]);
  });

  it.each([
    ['disabled', `update accounts set status = 'disabled' where id = ?`],
    ['without a password', `delete from identities where account_id = ?`],
  ])('sends nothing to an account that is %s', async (_, statement) => {
    const other = await signedInCaller(app);
    await app.runSql(statement, [other.accountId]);
    const sent = server.about(SUBJECT).length;

    expect((await request(other.email, '192.0.2.3')).status).toBe(202);
    await outbox();
    expect(server.about(SUBJECT)).toHaveLength(sent);
  });

  it('silently stops sending links to an address with too many requests', async () => {
    const { email } = await signedInCaller(app);
    await outbox();
    const sent = server.about(SUBJECT).length;
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    for (let number = 1; number <= 7; number += 1)
      expect((await request(number % 2 ? email : email.toUpperCase(), `198.51.100.${number}`)).status).toBe(
        202,
      );
    clock.mockRestore();
    await outbox();
    expect(server.about(SUBJECT)).toHaveLength(sent + 5);
  });

  it("never mails an address that only looks like the account's", async () => {
    const sent = server.about(SUBJECT).length;
    const { status } = await new ApiCaller(app.url).post('/v1/accounts', {
      full_name: 'Sisi',
      email: 'sisi@example.com',
      password: PASSWORD,
    });
    expect(status).toBe(201);
    // The long s and the dotless i, which become S and I in upper case, and Cyrillic and Greek letters.
    for (const email of [
      'ſiſi@example.com',
      'sısı@example.com',
      member.email.replace('e', 'е'),
      member.email.replace('.com', '.cοm'),
    ])
      expect([202, 400]).toContain((await request(email, '192.0.2.4')).status);
    await outbox();
    expect(server.about(SUBJECT)).toHaveLength(sent);
  });

  it("doesn't look the account up in the request, so that timing reveals nothing", async () => {
    await app.app
      .get(MikroORM)
      .em.fork()
      .transactional(async (em) => {
        await em.execute('lock table accounts, identities in access exclusive mode');
        for (const email of [member.email, 'nobody@example.com'])
          expect((await request(email, '192.0.2.5')).status).toBe(202);
      });
  });

  it("invalidates the link when the account's address changes, and notifies the old address", async () => {
    const other = await signedInCaller(app);
    await outbox();
    const sent = server.about(SUBJECT).length;
    await request(other.email, '192.0.2.7');
    const [, token] = TOKEN.exec(textOf(await server.mail(sent, SUBJECT)))!;
    const body = { email: `new.${other.email}` };
    expect((await admin.call('PATCH', `/v1/accounts/${other.accountId}`, { body })).status).toBe(200);

    const notice = await server.mailTo(other.email, 'Your email address was changed');
    expect(textOf(notice)).toContain('new email address');
    expect(textOf(notice)).not.toContain(body.email);
    expect((await complete(token)).status).toBe(400);
  });

  it('leaves the password as the only way to sign in', async () => {
    const other = await signedInCaller(app);
    await connectIssuer(other);
    await app.runSql(`update accounts set email_state = 'verified' where id = ?`, [other.accountId]);
    const { passkey } = await addPasskey(other, 'http://localhost:3000');
    await outbox();
    const sent = server.about(SUBJECT).length;
    await request(other.email, '192.0.2.8');
    const [, reset] = TOKEN.exec(textOf(await server.mail(sent, SUBJECT)))!;
    expect((await complete(reset)).status).toBe(204);

    expect(await issuersOf(other)).toEqual(['password']);
    // Someone who held the address earlier may have added the passkey. It remains a second factor.
    expect((await signInWithPasskey(new ApiCaller(app.url), passkey)).status).toBe(401);
    const credentials = { email: other.email, password: NEW };
    const signIn = await new ApiCaller(app.url).post('/v1/sessions', credentials);
    expect([signIn.status, signIn.body.factor_required]).toEqual([200, ['passkey']]);
    const token = signIn.body.token as string;
    const options = await optionsOf(new ApiCaller(app.url), '/v1/sessions/factor', { token });
    const given = { token, credential: passkey.get(options) };
    expect((await new ApiCaller(app.url).post('/v1/sessions/factor', given)).status).toBe(201);
    const removed = await app.runSql(
      `select details from audit_events where action = 'account.identity_removed' and account_id = ?`,
      [other.accountId],
    );
    expect(removed).toEqual([{ details: { issuer: ISSUER } }]);
  });

  it("leaves an administrator's link valid, and using either link invalidates the other", async () => {
    for (const used of ['given', 'mailed']) {
      const other = await signedInCaller(app);
      const { body } = await admin.post<{ url: string }>(`/v1/accounts/${other.accountId}/password-reset`);
      await outbox();
      const sent = server.about(SUBJECT).length;
      await request(other.email, '192.0.2.10');
      const links: Record<string, string> = {
        given: body.url.split('#token=')[1],
        mailed: TOKEN.exec(textOf(await server.mail(sent, SUBJECT)))![1],
      };
      await connectIssuer(other);

      expect((await complete(links[used])).status).toBe(204);
      for (const token of Object.values(links)) expect((await complete(token)).status).toBe(400);
      expect(await issuersOf(other)).toEqual(used === 'given' ? [ISSUER, 'password'] : ['password']);
    }
  });

  it('leaves no messages about a deleted account', async () => {
    const other = await signedInCaller(app);
    const sent = server.about(SUBJECT).length;
    await request(other.email, '192.0.2.6');
    await server.mail(sent, SUBJECT);
    await outbox();
    expect((await other.call('DELETE', '/v1/accounts/me', { body: { password: PASSWORD } })).status).toBe(
      204,
    );

    expect(await app.runSql('select 1 from mails where account_id = ?', [other.accountId])).toEqual([]);
  });
});

describe('without mail', () => {
  const app = useTestApp({ TRUSTED_PROXIES: '127.0.0.1' });
  const request = (body: unknown, address: string) =>
    new ApiCaller(app().url).post(instance, body, { 'x-forwarded-for': address });

  it("responds the same, stores nothing, and isn't offered on the sign-in page", async () => {
    const { email } = await signedInCaller(app());
    expect((await request({ email }, '192.0.2.1')).status).toBe(202);
    expect(await app().runSql('select 1 from mails')).toEqual([]);
    const { body } = await new ApiCaller(app().url).get('/v1/sessions/methods');
    expect(body).toMatchObject({ password: true, password_reset: false });
  });

  it.each([
    [{}],
    [{ email: 'ada' }],
    [{ email: ['ada@example.com'] }],
    [{ email: 'ada@example.com\r\nBcc: x@example.com' }],
  ])('rejects %j', async (body) => {
    expectProblem(await request(body, '192.0.2.2'), 400, 'invalid_parameter', {
      instance,
      pointers: ['/email'],
    });
  });

  it('throttles frequent requests by network', async () => {
    // Freeze the throttle's clock, so that a slow machine doesn't let more requests pass.
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    const many = [];
    for (let number = 1; number <= 21; number += 1)
      many.push(await request({ email: `ada${number}@example.com` }, '203.0.113.1'));
    expect(many.slice(0, 20).map(({ status }) => status)).toEqual(Array(20).fill(202));
    expectProblem(many[20], 429, 'too_many_attempts', { instance });
    clock.mockRestore();
  });
});
