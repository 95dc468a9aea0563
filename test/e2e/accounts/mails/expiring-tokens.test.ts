import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { TokenExpiryNoticesService } from '../../../../src/accounts/tokens/token-expiry-notices.service.js';
import { DAY_MS } from '../../../../src/core/time/index.js';
import { type SignedInCaller, signedInCaller } from '../../../support/api-caller.js';
import { MailServer, textOf } from '../../../support/mail-server.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

const TOKENS = '/v1/accounts/me/tokens';
let server: MailServer;
let app: TestApp;
let caller: SignedInCaller;
beforeAll(async () => {
  server = await MailServer.start();
  app = await startTestApp({
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
  await setState('verified');
});

const setState = (state: string) =>
  app.runSql('update accounts set email_state = ? where id = ?', [state, caller.accountId]);
const tokenFor = async (days: number, name = 'Report') => {
  const expires_at = new Date(Date.now() + days * DAY_MS).toISOString();
  const body = { name, scopes: ['clients:read'], expires_at };
  return (await caller.post<{ id: string; token: string }>(TOKENS, body)).body;
};
const workIn = (days: number) =>
  app.app.get(TokenExpiryNoticesService).work(new Date(Date.now() + days * DAY_MS));
/** Returns the notices queued for the account so far. */
const told = async () => {
  const rows = await app.runSql(
    `select data->'tokenIds' as ids from mails where kind = 'expiring-token' and account_id = ? order by id`,
    [caller.accountId],
  );
  return rows.map(({ ids }) => ids);
};

it('notifies once, a week before expiry, however many processes check', async () => {
  const [report, backup] = [await tokenFor(30), await tokenFor(31, 'Backup')];
  await tokenFor(60);
  await workIn(22);
  expect(await told()).toEqual([]);
  await Promise.all([workIn(24.5), workIn(24.5), workIn(24.5)]);
  await workIn(26);

  expect(await told()).toEqual([[report.id, backup.id]]);
  const mail = await server.mailTo(caller.email, '2 personal access tokens expire soon');
  expect(textOf(mail)).toMatch(/“Report” \(pat_\w+…\) expires on \d{4}-\d\d-\d\dT/);
  expect(mail.raw).not.toContain(report.token);
});

it.each<[string, () => Promise<unknown>]>([
  ['of a token that is made for two weeks', () => tokenFor(13)],
  ['of a token that was revoked', async () => caller.delete(`${TOKENS}/${(await tokenFor(20)).id}`)],
  [
    'at an address that is not verified',
    async () => {
      await tokenFor(20);
      await setState('unverified');
    },
  ],
])("doesn't notify %s", async (_, make) => {
  await make();
  await workIn(12.5);
  await workIn(14);
  expect(await told()).toEqual([]);
});
