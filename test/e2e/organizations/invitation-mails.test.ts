import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
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
  for (let number = 1; number <= 6; number += 1) answers.push(await invite(id, 'few@example.com'));
  clock.mockRestore();

  // The link in the response still works.
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
  expect(answers.map(({ body }) => body.is_mailed)).toEqual([...Array<boolean>(5).fill(true), false]);
});

it("isn't sent if the inviter's own address isn't verified", async () => {
  const stranger = await signedInCaller(app);
  const id = await createOrganization(stranger);
  const { body } = await invite(id, 'somebody@example.com', stranger);
  expect(body.is_mailed).toBe(false);
  expect(await app.runSql(`select 1 from mails where recipient = 'somebody@example.com'`)).toEqual([]);
});
