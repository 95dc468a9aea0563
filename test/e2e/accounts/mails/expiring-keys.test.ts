import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { ExpiryNoticesService } from '../../../../src/api-keys/expiry/expiry-notices.service.js';
import { DAY_MS } from '../../../../src/core/time/index.js';
import {
  createApiKey,
  createClient,
  type SignedInCaller,
  signedInCaller,
} from '../../../support/api-caller.js';
import { MailServer, textOf } from '../../../support/mail-server.js';
import { createOrganization, newMember } from '../../../support/organization-caller.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

let server: MailServer;
let app: TestApp;
let caller: SignedInCaller;
let clientId: string;
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
  await verify(caller);
  clientId = await createClient(caller, { name: 'Shop' });
});

const verify = ({ accountId }: SignedInCaller) =>
  app.runSql(`update accounts set email_state = 'verified' where id = ?`, [accountId]);
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const keyFor = (days: number, name = 'Website') =>
  createApiKey(caller, clientId, { name, expires_at: inDays(days) });
const workIn = (days: number) => app.app.get(ExpiryNoticesService).work(new Date(Date.now() + days * DAY_MS));
const moveExpiry = (id: string, days: number) =>
  caller.call('PATCH', `/v1/clients/${clientId}/api-keys/${id}`, { body: { expires_at: inDays(days) } });
/** Returns the notices queued for the account so far. */
const told = async ({ accountId } = caller) => {
  const rows = await app.runSql(
    `select data->'keyIds' as ids from mails where kind = 'expiring-key' and account_id = ? order by id`,
    [accountId],
  );
  return rows.map(({ ids }) => ids);
};

it('notifies once, a week before expiry, however many processes check', async () => {
  const [website, station] = [await keyFor(30), await keyFor(31, 'Station')];
  await keyFor(60);
  await workIn(22);
  expect(await told()).toEqual([]);
  await Promise.all([workIn(24.5), workIn(24.5), workIn(24.5)]);
  await workIn(25);

  expect(await told()).toEqual([[website.id, station.id]]);
  const events = await app.runSql(
    `select data->>'api_key_id' as id from announced_events where type = 'api_key.expiring' and client_id = ? order by data->>'expires_at'`,
    [clientId],
  );
  expect(events).toEqual([{ id: website.id }, { id: station.id }]);
  const mail = await server.mailTo(caller.email, '2 API keys expire soon');
  expect(textOf(mail)).toMatch(/“Website” \(wx_\w+…\) of the client “Shop” expires on \d{4}-\d\d-\d\dT/);
  expect(mail.raw).not.toContain(website.key);
});

it('notifies again if the expiry has moved to a later time', async () => {
  const { id } = await keyFor(20);
  await workIn(14);
  await moveExpiry(id, 40);
  await workIn(15);
  expect(await told()).toEqual([[id]]);
  await workIn(34);
  expect(await told()).toEqual([[id], [id]]);
});

it('notifies at most once a day, however often the expiry moves', async () => {
  const { id } = await keyFor(20);
  await workIn(14);
  for (const days of [40, 20, 21, 20, 20.5]) {
    await moveExpiry(id, days);
    await workIn(14.1);
  }
  expect(await told()).toEqual([[id]]);
  await moveExpiry(id, 22);
  await workIn(14.9);
  expect(await told()).toEqual([[id]]);
  await workIn(15.1);
  await workIn(16.5);
  expect(await told()).toEqual([[id], [id]]);
});

it("doesn't notify again if something else changes", async () => {
  const { id } = await keyFor(20);
  await workIn(14);
  const path = `/v1/clients/${clientId}/api-keys/${id}`;
  const { expires_at } = (await caller.get(path)).body;
  const { status } = await caller.call('PATCH', path, { body: { name: 'Renamed', expires_at } });
  expect(status).toBe(200);
  await workIn(15);
  expect(await told()).toEqual([[id]]);
});

it.each<[string, () => Promise<unknown>]>([
  ['of a key that is made for two weeks', () => keyFor(13)],
  [
    'of a key that was revoked',
    async () => caller.delete(`/v1/clients/${clientId}/api-keys/${(await keyFor(20)).id}`),
  ],
  [
    'at an address that is not verified',
    async () => {
      await keyFor(20);
      await app.runSql(`update accounts set email_state = 'unverified' where id = ?`, [caller.accountId]);
    },
  ],
])("doesn't notify %s", async (_, make) => {
  await make();
  await workIn(12.5);
  await workIn(14);
  expect(await told()).toEqual([]);
});

it("doesn't notify a creator who left the organization", async () => {
  const organization_id = await createOrganization(caller);
  const member = await newMember(app, caller, organization_id, 'developer');
  await verify(member);
  const shared = await createClient(member, { organization_id });
  await createApiKey(member, shared, { expires_at: inDays(20) });
  await caller.delete(`/v1/organizations/${organization_id}/members/${member.accountId}`);
  await workIn(14);
  expect(await told(member)).toEqual([]);
});

it('notifies even a creator who lacks the second factor that the organization requires', async () => {
  const organization_id = await createOrganization(caller);
  clientId = await createClient(caller, { name: 'Shop', organization_id });
  const { id } = await keyFor(20);
  await app.runSql('update organizations set require_factor = true where id = ?', [organization_id]);
  await workIn(14);
  expect(await told()).toEqual([[id]]);
  await server.mailTo(caller.email, 'An API key expires soon');
});
