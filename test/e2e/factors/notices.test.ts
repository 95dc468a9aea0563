import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ApiCaller, PASSWORD, signedInCaller } from '../../support/api-caller.js';
import { addTotp, FACTORS, signInWithPassword } from '../../support/factors.js';
import { MailServer, textOf } from '../../support/mail-server.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

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

it('tells the owner of an account what becomes of its second factors', async () => {
  const owner = await signedInCaller(app);
  const { id } = await addTotp(app, owner);
  const { body } = await owner.post<{ recovery_codes: string[] }>(`${FACTORS}/recovery-codes`);
  const { token } = (await signInWithPassword(new ApiCaller(app.url), owner, PASSWORD)).body;
  await owner.post('/v1/sessions/factor', { token, code: body.recovery_codes[0] });
  await owner.delete(`${FACTORS}/${id}`);

  const subject = 'Two-factor authentication was changed';
  await server.mail(3, subject);
  const messages = server.about(subject);
  expect(messages.map(({ to }) => to)).toEqual(Array(4).fill([owner.email]));
  const said = messages.map((mail) => textOf(mail).split(' at ')[0]);
  expect(said.sort()).toEqual([
    'An authenticator app was added to your account',
    'An authenticator app was removed from your account',
    'New recovery codes were created for your account',
    'Somebody signed in to your account with a recovery code',
  ]);
});
