import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { ApiCaller, PASSWORD, type SignedInCaller, signedInCaller } from '../../../support/api-caller.js';
import { htmlOf, MailServer, textOf } from '../../../support/mail-server.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

const SUBJECT = 'New sign-in to your account';

let server: MailServer;
let app: TestApp;
let caller: SignedInCaller;
beforeAll(async () => {
  server = await MailServer.start();
  app = await startTestApp({
    TRUSTED_PROXIES: '127.0.0.1',
    SMTP_URL: `smtp://127.0.0.1:${server.port}?tls=off`,
    MAIL_FROM: 'Example Weather <weather@example.com>',
  });
});
afterAll(async () => {
  await app.close();
  await server.stop();
});
beforeEach(async () => {
  caller = await signedInCaller(app);
  await app.runSql(`update accounts set email_state = 'verified' where id = ?`, [caller.accountId]);
  await app.runSql('delete from sign_in_places where account_id = ?', [caller.accountId]);
});

const signIn = (address: string) =>
  new ApiCaller(app.url).post(
    '/v1/sessions',
    { email: caller.email, password: PASSWORD },
    { 'x-forwarded-for': address, 'user-agent': 'curl/8.1' },
  );
/** Returns the notices queued for the caller so far, sent or not. */
const told = async () => {
  const rows = await app.runSql(
    `select data->>'address' as address from mails where kind = 'new-sign-in' and account_id = ? order by id`,
    [caller.accountId],
  );
  return rows.map(({ address }) => address);
};

it('notifies once about another network, whatever the browser', async () => {
  await signIn('198.51.100.7');
  expect(await told()).toEqual([]);
  await signIn('198.51.100.250');
  expect(await told()).toEqual([]);

  await signIn('192.0.2.1');
  await signIn('192.0.2.99');
  expect(await told()).toEqual(['192.0.2.1']);
  const mail = await server.mailTo(caller.email, SUBJECT);
  expect(textOf(mail)).toMatch(/IP address: 192\.0\.2\.1\r\n/);
  expect(textOf(mail)).toMatch(/View your sessions:\r\nhttp:\S+\/account\r\n/);
  expect(htmlOf(mail)).toContain('192.0.2.1');
  expect(mail.raw).not.toContain('curl');
});

it('distinguishes IPv6 addresses by their /48 network', async () => {
  await signIn('2001:db8:1:2::3');
  await signIn('2001:db8:1:ffff::3');
  expect(await told()).toEqual([]);
  await signIn('2001:db8:2::3');
  expect(await told()).toEqual(['2001:db8:2::3']);
});

it('notifies once about concurrent sign-ins', async () => {
  await signIn('198.51.100.7');
  await Promise.all(Array.from({ length: 4 }, () => signIn('192.0.2.1')));
  expect(await told()).toEqual(['192.0.2.1']);
});

it('notifies again about a network after a year, also if no other network was used in that year', async () => {
  await signIn('198.51.100.7');
  await app.runSql(
    `update sign_in_places set last_sign_in_at = now() - interval '366 days' where account_id = ?`,
    [caller.accountId],
  );
  await signIn('192.0.2.1');
  await signIn('198.51.100.7');
  expect(await told()).toEqual(['192.0.2.1', '198.51.100.7']);
});

it("doesn't notify an unverified address", async () => {
  await app.runSql(`update accounts set email_state = 'unverified' where id = ?`, [caller.accountId]);
  await signIn('198.51.100.7');
  await signIn('192.0.2.1');
  expect(await told()).toEqual([]);
});

it("includes the networks in the account's export, and deletes them with the account", async () => {
  await signIn('198.51.100.7');
  const { body } = await caller.get<{ sign_in_places: unknown }>('/v1/accounts/me/export');
  expect(body.sign_in_places).toEqual([
    { network: '198.51.100.0/24', last_sign_in_at: expect.stringMatching(/Z$/) },
  ]);
  await caller.call('DELETE', '/v1/accounts/me', { body: { password: PASSWORD } });
  expect(await app.runSql('select 1 from sign_in_places where account_id = ?', [caller.accountId])).toEqual(
    [],
  );
});
