import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountsService } from '../../../src/accounts/accounts.service.js';
import { MikroORM, RequestContext } from '@mikro-orm/postgresql';
import { ApiCaller, PASSWORD, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { MailServer } from '../../support/mail-server.js';
import { createOrganization, invite } from '../../support/organization-caller.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: MailServer;
let app: TestApp;
let admin: SignedInCaller;
beforeAll(async () => {
  server = await MailServer.start({ hideSMTPUTF8: true });
  app = await startTestApp({
    SMTP_URL: `smtp://127.0.0.1:${server.port}?tls=off`,
    MAIL_FROM: 'Example Weather <weather@bücher.example>',
  });
  admin = await signedInCaller(app);
});
afterAll(async () => {
  await app.close();
  await server.stop();
});

let people = 0;
/** Spellings of the mailbox of a new person. The ASCII name is that of Python's idna package. */
function newMailbox(): string[] {
  people += 1;
  return [
    `uma${people}@bücher.example`,
    `uma${people}@xn--bcher-kva.example`,
    `UMA${people}@BÜCHER.Example`,
    ` uma${people}@bu\u0308cher.example `,
    `uma${people}@XN--BCHER-KVA.example`,
  ];
}
const register = (email: string) =>
  admin.post<{ id: string; email: string; code: string }>('/v1/accounts', {
    full_name: 'Uma',
    email,
    password: PASSWORD,
  });
async function signIn(email: string): Promise<SignedInCaller> {
  const caller = new ApiCaller(app.url);
  const { body } = await caller.post<{ account?: { id: string } }>('/v1/sessions', {
    email,
    password: PASSWORD,
  });
  return Object.assign(caller, { accountId: body.account?.id ?? 'none', email });
}

describe('however an address is spelled', () => {
  it.each([0, 1])('it has one account, also by spelling %i', async (first) => {
    const spellings = newMailbox();
    const { body, status } = await register(spellings[first]);
    expect([status, body.email]).toEqual([201, spellings[first].trim().normalize()]);
    for (const spelling of spellings) {
      const again = await register(spelling);
      expect([again.status, again.body.code]).toEqual([409, 'email_taken']);
      expect((await signIn(spelling)).accountId).toBe(body.id);
      const query = encodeURIComponent(spelling.trim());
      const found = await admin.get<{ data: { id: string }[] }>(`/v1/accounts?query=${query}`);
      expect(found.body.data.map(({ id }) => id)).toEqual([body.id]);
    }
  });

  it('its domain is found', async () => {
    const { body } = await register(newMailbox()[1]);
    for (const query of ['bücher.example', 'BÜCHER', 'xn--bcher-kva']) {
      const path = `/v1/accounts?query=${encodeURIComponent(query)}`;
      const { data } = (await admin.get<{ data: { id: string }[] }>(path)).body;
      expect(data.map(({ id }) => id)).toContain(body.id);
    }
  });

  it('it gets its reset links, also through a server without SMTPUTF8', async () => {
    const spellings = newMailbox();
    const { body } = await register(spellings[0]);
    for (const email of spellings.slice(0, 2)) await admin.post('/v1/password-resets', { email });
    const sent = () =>
      app.runSql(`select from mails where account_id = ? and kind = 'password-reset' and state = 'sent'`, [
        body.id,
      ]);
    while ((await sent()).length < 2) await server.mailTo(spellings[0], 'Reset your password');
    const mail = await server.mailTo(spellings[0], 'Reset your password');
    expect(mail.raw).toMatch(new RegExp(`^To: uma${people}@xn--bcher-kva\\.example\\r$`, 'm'));
    expect(mail.raw).toMatch(/^Message-I[dD]: <msg_\w+@xn--bcher-kva\.example>\r$/m);
    // eslint-disable-next-line no-control-regex -- ASCII is what such a server takes.
    expect(mail.raw).toMatch(/^[\x00-\x7f]*$/);
  });

  it('it accepts its invitations, and is a member only once', async () => {
    const spellings = newMailbox();
    await register(spellings[1]);
    const member = await signIn(spellings[1]);
    const organization = await createOrganization(admin);
    const earlier = await invite(admin, organization, spellings[0], 'viewer');
    const token = await invite(admin, organization, spellings[2], 'viewer');
    expect((await member.post('/v1/invitations/accept', { token: earlier })).status).toBe(400);
    expect((await member.post('/v1/invitations/accept', { token })).status).toBe(200);
    const again = await admin.post(`/v1/organizations/${organization}/invitations`, {
      email: spellings[3],
      role: 'viewer',
    });
    expect([again.status, again.body.code]).toEqual([409, 'conflict']);
  });

  it("it can't become that of another account, and its own spelling changes at once", async () => {
    const [own, other] = [newMailbox(), newMailbox()];
    await register(own[0]);
    await register(other[0]);
    const caller = await signIn(own[0]);
    const change = (email: string) => caller.call('PATCH', '/v1/accounts/me', { body: { email } });
    expect((await change(other[1])).body.code).toBe('email_taken');
    expect((await change(own[1])).body).toMatchObject({ email: own[1] });
    expect((await signIn(own[0])).accountId).toBe(caller.accountId);
  });

  it('it is that of ADMIN_EMAIL', async () => {
    const [configured, registered] = newMailbox();
    const fresh = await startTestApp({ ADMIN_EMAIL: configured });
    try {
      const person = { full_name: 'Uma', email: registered, password: PASSWORD };
      expect((await new ApiCaller(fresh.url).post('/v1/accounts', person)).body.role).toBe('admin');
    } finally {
      await fresh.close();
    }
  });
});

describe('an account from before, whose mailbox another account has too', () => {
  /** Two accounts with the first two spellings. The first one has the key of its spelling. */
  async function registerTwice(): Promise<{ spellings: string[]; one: string; other: string }> {
    const spellings = newMailbox();
    const one = (await register(`earlier-${people}@example.com`)).body.id;
    const other = (await register(spellings[1])).body.id;
    const [spelling] = spellings;
    await app.runSql('update accounts set email = ?, email_key = ? where id = ?', [spelling, spelling, one]);
    return { spellings, one, other };
  }
  const duplicates = () =>
    RequestContext.create(app.app.get(MikroORM).em, () => app.app.get(AccountsService).duplicates());

  it('signs in with its own spelling, and is listed with the other one', async () => {
    const { spellings, one, other } = await registerTwice();
    const accounts = await Promise.all(spellings.map(async (spelling) => (await signIn(spelling)).accountId));
    expect(accounts).toEqual([one, other, one, one, other]);
    for (const spelling of spellings) expect((await register(spelling)).body.code).toBe('email_taken');
    const listed = (await duplicates()).map(({ account, other: twin }) => [account.id, twin.id]);
    expect(listed).toContainEqual([one, other]);
  });

  it('keeps its spelling as long as the other one has its own', async () => {
    const { spellings, one, other } = await registerTwice();
    const caller = await signIn(spellings[0]);
    const change = (email: string) => caller.call('PATCH', '/v1/accounts/me', { body: { email } });
    expect((await change(spellings[1])).body.code).toBe('email_taken');
    expect((await change(spellings[2])).body).toMatchObject({ email: spellings[2] });
    expect((await admin.delete(`/v1/accounts/${other}`)).status).toBe(204);
    expect((await signIn(spellings[1])).accountId).toBe(one);
    expect((await register(spellings[1])).body.code).toBe('email_taken');
    expect((await change(spellings[1])).body).toMatchObject({ email: spellings[1] });
    expect((await duplicates()).map(({ account }) => account.id)).not.toContain(one);
    const left = await caller.call('DELETE', '/v1/accounts/me', { body: { password: PASSWORD } });
    expect(left.status).toBe(204);
  });
});
