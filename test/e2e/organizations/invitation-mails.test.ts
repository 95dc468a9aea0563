import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AttemptsService } from '../../../src/core/attempts/index.js';
import { signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { htmlOf, MailServer, textOf } from '../../support/mail-server.js';
import { createOrganization } from '../../support/organization-caller.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const SUBJECT = "You're invited to an organization";
const TOKEN = /accept-invitation#token=([\w-]{43})\r?\n/;

let server: MailServer;
let app: TestApp;
let owner: SignedInCaller;
beforeAll(async () => {
  server = await MailServer.start();
  app = await startTestApp({
    MAX_ORGANIZATIONS_PER_ACCOUNT: '100',
    SMTP_URL: `smtp://127.0.0.1:${server.port}?tls=off`,
    MAIL_FROM: 'Example Weather <weather@example.com>',
  });
  owner = await signedInCaller(app);
  await app.runSql(`update accounts set email_state = 'verified' where id = ?`, [owner.accountId]);
});
afterAll(async () => {
  await app.close();
  await server.stop();
});

const invite = (organizationId: string, email: string, by = owner) =>
  by.post<{ id: string; url: string; is_mailed: boolean }>(
    `/v1/organizations/${organizationId}/invitations`,
    {
      email,
      role: 'developer',
    },
  );
const accept = (by: SignedInCaller, token: string) => by.post('/v1/invitations/accept', { token });

it('is sent with its own link, which works once, as does the link in the response', async () => {
  for (const used of ['mailed', 'answered']) {
    const guest = await signedInCaller(app);
    const id = await createOrganization(owner, 'Harbour <b>& Sons</b>');
    const { body } = await invite(id, guest.email);
    expect(body.is_mailed).toBe(true);
    const mail = await server.mailTo(guest.email, SUBJECT);
    expect(textOf(mail)).toContain('“Harbour <b>& Sons</b>”');
    expect(htmlOf(mail)).toContain('“Harbour &lt;b&gt;&amp; Sons&lt;/b&gt;”');
    const tokens: Record<string, string> = {
      mailed: TOKEN.exec(textOf(mail))![1],
      answered: body.url.split('#token=')[1],
    };
    expect(JSON.stringify(await app.runSql('select * from mails, organization_invitations'))).not.toContain(
      tokens.mailed,
    );

    expect((await accept(owner, tokens[used])).status).toBe(403);
    expect((await accept(guest, tokens[used])).status).toBe(200);
    for (const token of Object.values(tokens)) expect((await accept(guest, token)).status).toBe(400);
  }
});

it('uses the same name for a personal organization as the dashboard', async () => {
  const guest = await signedInCaller(app);
  const { body } = await owner.get<{ data: { id: string; name: string }[] }>('/v1/organizations');
  const { id, name } = body.data.at(-1)!;
  await invite(id, guest.email);

  expect(textOf(await server.mailTo(guest.email, SUBJECT))).toContain(`the organization “${name}” at`);
});

it('is invalid once the invitation is withdrawn', async () => {
  const guest = await signedInCaller(app);
  const id = await createOrganization(owner);
  const { body } = await invite(id, guest.email);
  const token = TOKEN.exec(textOf(await server.mailTo(guest.email, SUBJECT)))![1];
  await owner.delete(`/v1/organizations/${id}/invitations/${body.id}`);

  expect((await accept(guest, token)).status).toBe(400);
});

it('is sent to an address only a few times', async () => {
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
  const id = await createOrganization(owner);
  const answers = [];
  for (let number = 1; number <= 4; number += 1) answers.push(await invite(id, 'few@example.com'));
  clock.mockRestore();

  // The link in the response still works.
  expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(201));
  expect(answers.map(({ body }) => body.is_mailed)).toEqual([...Array<boolean>(3).fill(true), false]);
});

describe('a day', () => {
  const later = async () => {
    for (const kind of ['invitationMail', 'invitationMailToAddress'] as const)
      for (const key of [owner.accountId, 'few@example.com', 'a-few@example.com'])
        await app.app.get(AttemptsService).clear(kind, key);
  };
  /** Pretends that this many messages were queued. */
  const queued = (count: number, data: object) =>
    app.runSql(
      `insert into mails (id, kind, recipient, data, state, attempts, next_attempt_at, created_at)
       select 'msg_' || ? || '_' || n, 'invitation', 'x@example.com', ?::jsonb, 'sent', 1, now(), now() - interval '23 hours'
       from generate_series(1, ?) n`,
      [Object.entries(data).join(), JSON.stringify(data), count],
    );
  beforeEach(() => app.runSql('delete from mails'));
  afterAll(() => app.runSql('delete from mails'));

  it.each([
    ['an address, whoever invites', 3, () => ({ emailKey: 'a-few@example.com' })],
    // A twentieth of what is left: the 47 before leave 953, and the 48th message 952.
    ['an account', 48, () => ({ invitedBy: owner.accountId })],
    ['the whole service', 1_000, () => ({})],
  ])('%s has a number of messages', async (_, most, data) => {
    const id = await createOrganization(owner);
    await later();
    await queued(most - 1, data());
    expect((await invite(id, 'A-Few@example.com')).body.is_mailed).toBe(true);
    await later();
    expect((await invite(id, 'a-few@example.com')).body.is_mailed).toBe(false);
    await app.runSql(`update mails set created_at = now() - interval '25 hours'`);
    await later();
    expect((await invite(id, 'a-few@example.com')).body.is_mailed).toBe(true);
  });

  it('leaves messages for others, however many accounts of one person use what they may', async () => {
    const id = await createOrganization(owner);
    // Worked out by another program: 629 in all, so that the 18th message of the next account leaves 353.
    const used = [48, 46, 44, 42, 40, 38, 36, 34, 32, 31, 29, 28, 27, 25, 24, 23, 22, 21, 20, 19];
    for (const [i, count] of used.entries()) await queued(count, { invitedBy: `acc_${i}` });
    const isMailed = [];
    for (let i = 0; i < 19; i++) isMailed.push((await invite(id, `one-${i}@example.com`)).body.is_mailed);
    expect(isMailed).toEqual([...Array<boolean>(18).fill(true), false]);
  });
});

it('names the sender by the verified address, and makes no links of names', async () => {
  const guest = await signedInCaller(app);
  await owner.call('PATCH', '/v1/accounts/me', { body: { full_name: 'Pay at https://evil.example/pay' } });
  const id = await createOrganization(owner, 'www。evil.example 10.0.0.1/x');
  await app.app.get(AttemptsService).clear('invitationMail', owner.accountId);
  await invite(id, guest.email);
  const mail = await server.mailTo(guest.email, SUBJECT);

  for (const text of [textOf(mail), htmlOf(mail)].map((one) => one.replaceAll(/=\r?\n/g, ''))) {
    expect(text).toContain(`${owner.email} invites you`);
    expect(text).not.toMatch(/evil\.example|evil。example|https?:\/\/evil|10\.0\.0/);
  }
});

it("isn't sent if the inviter's own address isn't verified", async () => {
  const stranger = await signedInCaller(app);
  const id = await createOrganization(stranger);
  const { body } = await invite(id, 'somebody@example.com', stranger);
  expect(body.is_mailed).toBe(false);
  expect(await app.runSql(`select 1 from mails where recipient = 'somebody@example.com'`)).toEqual([]);
});
