import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ApiCaller, PASSWORD, type SignedInCaller, signedInCaller } from '../../../support/api-caller.js';
import { addTotp, FACTORS, signInWithPassword } from '../../../support/factors.js';
import { MailServer, textOf } from '../../../support/mail-server.js';
import { addPasskey, PASSKEY } from '../../../support/passkeys.js';
import { expectProblem } from '../../../support/problems.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

let server: MailServer;
let app: TestApp;
beforeAll(async () => {
  server = await MailServer.start();
  app = await startTestApp({
    SMTP_URL: `smtp://127.0.0.1:${server.port}?tls=off`,
    MAIL_FROM: 'weather@example.com',
  });
});
afterAll(async () => {
  await app.close();
  await server.stop();
});

const setEmailState = (state: string, { accountId }: SignedInCaller) =>
  app.runSql('update accounts set email_state = ? where id = ?', [state, accountId]);

it('allows no factors on an account with an unverified address, which may belong to someone else', async () => {
  const stranger = await signedInCaller(app);
  for (const [instance, body] of [[`${FACTORS}/totp`, {}], [`${PASSKEY}/options`]] as const)
    expectProblem(await stranger.post(instance, body), 403, 'email_not_verified', { instance });
  expect(await app.runSql('select 1 from factors where account_id = ?', [stranger.accountId])).toEqual([]);
});

it('sends no notices to an unverified address', async () => {
  const owner = await signedInCaller(app);
  await setEmailState('verified', owner);
  await addTotp(app, owner);
  const told = () =>
    app.runSql(`select data->>'event' as event from mails where kind = 'factor-changed' and account_id = ?`, [
      owner.accountId,
    ]);
  await setEmailState('unverified', owner);
  expect((await owner.post(`${FACTORS}/recovery-codes`)).status).toBe(201);
  expect(await told()).toEqual([{ event: 'added' }]);
});

it('notifies the owner of an account about changes to its second factors', async () => {
  const owner = await signedInCaller(app);
  await setEmailState('verified', owner);
  const { id } = await addTotp(app, owner);
  const { body } = await owner.post<{ recovery_codes: string[] }>(`${FACTORS}/recovery-codes`);
  const { token } = (await signInWithPassword(new ApiCaller(app.url), owner, PASSWORD)).body;
  await owner.post('/v1/sessions/factor', { token, code: body.recovery_codes[0] });
  await owner.delete(`${FACTORS}/${id}`);
  const passkey = await addPasskey(owner, 'http://localhost:3000');
  await owner.delete(`${FACTORS}/${passkey.id}`);

  const subject = 'Two-factor authentication was changed';
  await server.mail(5, subject);
  const used = await server.mailTo(owner.email, 'A recovery code was used');
  const messages = [used, ...server.about(subject).filter(({ to }) => to.includes(owner.email))];
  expect(messages.map(({ to }) => to)).toEqual(Array(6).fill([owner.email]));
  const said = messages.map((mail) => textOf(mail).split(' at ')[0]);
  expect(said.sort()).toEqual([
    'A passkey was added to your account',
    'A passkey was removed from your account',
    'An authenticator app was added to your account',
    'An authenticator app was removed from your account',
    'New recovery codes were created for your account',
    'Somebody signed in to your account with a recovery code',
  ]);
});
