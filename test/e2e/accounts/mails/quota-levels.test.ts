import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { QuotaLevelsService } from '../../../../src/usage/quota-levels/quota-levels.service.js';
import { UsageFlusherService } from '../../../../src/usage/metering/usage-flusher.service.js';
import {
  createApiKey,
  createClient,
  type SignedInCaller,
  signedInCaller,
} from '../../../support/api-caller.js';
import { askForecast } from '../../../support/forecast-caller.js';
import { htmlOf, MailServer, textOf } from '../../../support/mail-server.js';
import { createOrganization, newMember } from '../../../support/organization-caller.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

let server: MailServer;
let app: TestApp;
let administrator: SignedInCaller;
beforeAll(async () => {
  server = await MailServer.start();
  app = await startTestApp({
    SMTP_URL: `smtp://127.0.0.1:${server.port}?tls=off`,
    MAIL_FROM: 'Example Weather <weather@example.com>',
  });
  administrator = await signedInCaller(app);
});
afterAll(async () => {
  await app.close();
  await server.stop();
});

let owner: SignedInCaller;
let organizationId: string;
let clientId: string;
let key: string;
beforeEach(async () => {
  owner = await verified(await signedInCaller(app));
  organizationId = await createOrganization(owner, 'Example Ltd');
});

async function verified(caller: SignedInCaller): Promise<SignedInCaller> {
  await app.runSql(`update accounts set email_state = 'verified' where id = ?`, [caller.accountId]);
  return caller;
}

async function newClient(day: number, creator = owner): Promise<void> {
  const body = { name: 'Shop', organization_id: organizationId, rate_limits: { day } };
  clientId = await createClient(creator, body);
  ({ key } = await createApiKey(creator, clientId));
}

async function ask(times: number): Promise<void> {
  for (let i = 0; i < times; i++) expect((await askForecast(app, { apikey: key })).status).toBe(200);
}

async function look(): Promise<void> {
  await app.app.get(UsageFlusherService).flush();
  await app.app.get(QuotaLevelsService).work(new Date());
}

const setLimit = async (path: string, day: number) =>
  expect((await administrator.call('PATCH', path, { body: { rate_limits: { day } } })).status).toBe(200);

/** Returns the notices queued about the organization's quotas so far: level, client, recipient. */
async function told(): Promise<unknown[][]> {
  const rows = await app.runSql(
    `select data->'level' as level, data->>'clientId' as client, account_id from mails
     where kind = 'quota-reached' and data->>'organizationId' = ? order by (data->'level')::int, account_id`,
    [organizationId],
  );
  return rows.map(({ level, client, account_id }) => [level, client, account_id]);
}

it('notifies at 80 and at 100 %, once each, however many processes check', async () => {
  await newClient(5);
  await ask(3);
  await look();
  expect(await told()).toEqual([]);
  await ask(1);
  await Promise.all([look(), look(), look()]);
  await look();
  expect(await told()).toEqual([[80, clientId, owner.accountId]]);
  await ask(1);
  await Promise.all([look(), look(), look()]);
  await look();
  expect(await told()).toEqual([
    [80, clientId, owner.accountId],
    [100, clientId, owner.accountId],
  ]);
  const events = await app.runSql(
    `select data from announced_events where type = 'quota.reached' and client_id = ? order by position`,
    [clientId],
  );
  expect(events.map(({ data }) => data)).toEqual(
    [80, 100].map((percent) => ({
      client_id: clientId,
      organization_id: organizationId,
      percent,
      limit: 5,
      utc_day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    })),
  );

  const first = await server.mailTo(owner.email, 'A client has used 80 % of its daily quota');
  expect(textOf(first)).toMatch(
    /the client “Shop” has used at least 80 % of its 5 units for \d{4}-\d\d-\d\d \(UTC\)/,
  );
  const second = await server.mailTo(owner.email, 'A client has used all of its daily quota');
  expect(textOf(second)).toContain('Requests are rejected until midnight UTC.');
  expect(htmlOf(second)).toContain(`/usage?client=${clientId}`);
});

it('notifies once if a level is skipped, and not again when the limit goes up and down', async () => {
  await newClient(5);
  await ask(5);
  await look();
  const once = [[100, clientId, owner.accountId]];
  expect(await told()).toEqual(once);

  const path = `/v1/clients/${clientId}`;
  for (const day of [6, 100, 4]) {
    await setLimit(path, day);
    await look();
  }
  expect(await told()).toEqual(once);
});

it('notifies owners, admins and the creator, at verified addresses', async () => {
  const creator = await verified(await newMember(app, owner, organizationId, 'developer'));
  const admin = await verified(await newMember(app, owner, organizationId, 'admin'));
  await newMember(app, owner, organizationId, 'admin');
  await verified(await newMember(app, owner, organizationId, 'developer'));
  await newClient(5, creator);
  await ask(4);
  await look();
  expect(await told()).toEqual(
    [owner, creator, admin].map(({ accountId }) => [80, clientId, accountId]).sort(),
  );

  await owner.delete(`/v1/organizations/${organizationId}/members/${creator.accountId}`);
  await ask(1);
  await look();
  expect((await told()).filter(([level]) => level === 100)).toEqual(
    [owner, admin].map(({ accountId }) => [100, clientId, accountId]).sort(),
  );
});

it('notifies about the quota of an organization, which counts from when it is set', async () => {
  await newClient(100);
  await ask(4);
  await setLimit(`/v1/organizations/${organizationId}`, 5);
  await look();
  expect(await told()).toEqual([]);

  await ask(4);
  await look();
  expect(await told()).toEqual([[80, null, owner.accountId]]);
  const mail = await server.mailTo(owner.email, 'An organization has used 80 % of its daily quota');
  expect(textOf(mail)).toContain('the clients of the organization “Example Ltd” have together used at least');
});

it("records nothing if a message can't be queued, and queues it in the next run", async () => {
  await newClient(5);
  await ask(4);
  await app.runSql('alter table mails rename to away');
  await expect(look()).rejects.toThrow();
  await app.runSql('alter table away rename to mails');
  await look();
  expect(await told()).toEqual([[80, clientId, owner.accountId]]);
});

it('notifies even members who lack the required second factor, since a message grants no access', async () => {
  await newClient(5);
  await app.runSql('update organizations set require_factor = true where id = ?', [organizationId]);
  await ask(4);
  await look();
  expect(await told()).toEqual([[80, clientId, owner.accountId]]);
  await server.mailTo(owner.email, 'A client has used 80 % of its daily quota');
});

it('notifies about all other clients if it fails for one', async () => {
  const levels = app.app.get(QuotaLevelsService);
  const clients: string[] = [];
  for (let i = 0; i < 3; i += 1) {
    await newClient(5);
    await ask(5);
    clients.push(clientId);
  }
  let failing = clients;
  levels.onReached((_, reached) =>
    failing.includes(reached.clientId ?? '') ? Promise.reject(new Error('Not now')) : Promise.resolve(),
  );
  await app.app.get(UsageFlusherService).flush();
  // Whether the failing client is first or last.
  for (const one of clients) {
    failing = [one];
    await expect(levels.work(new Date())).rejects.toThrow('Not now');
    expect((await told()).map(([, client]) => client).sort()).toEqual(
      clients.filter((client) => client !== one).sort(),
    );
    await app.runSql('delete from usage.quota_levels');
    await app.runSql(`delete from mails where kind = 'quota-reached'`);
  }
  failing = [];
  await levels.work(new Date());
  expect(await told()).toHaveLength(3);
});
