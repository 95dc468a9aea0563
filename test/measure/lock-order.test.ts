import { setTimeout as sleep } from 'node:timers/promises';
import { MikroORM, RequestContext } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { RetentionService } from '../../src/core/retention/retention.service.js';
import type { RepeatedWork } from '../../src/core/background/repeated-work.js';
import { ExpiryNoticesService } from '../../src/api-keys/expiry/expiry-notices.service.js';
import { AttemptsService } from '../../src/core/attempts/attempts.service.js';
import { EventPublisherService } from '../../src/core/events/event-publisher.service.js';
import { EndedAlertsSweeper } from '../../src/forecast/alerts/ended-alerts.sweeper.js';
import { OneTimeLinksService } from '../../src/accounts/links/one-time-links.service.js';
import { UsageFlusherService } from '../../src/usage/metering/usage-flusher.service.js';
import { createAlert } from '../support/alert-caller.js';
import {
  ApiCaller,
  createApiKey,
  createClient,
  createToken,
  PASSWORD,
  signedInCaller,
  type SignedInCaller,
} from '../support/api-caller.js';
import { type DnsServer, startDnsServer } from '../support/dns-server.js';
import { DOCUMENTED_ROUTES } from '../support/documented-routes.js';
import { addTotp, FACTORS, forgetStep, totpCode, type Waiting } from '../support/factors.js';
import { bodyOf, JOBS } from '../support/job-caller.js';
import { circlesOf, nameOf, stepsOf, stepsUp } from '../support/lock-graph.js';
import { LockWatcher } from '../support/lock-watcher.js';
import { MailServer, textOf } from '../support/mail-server.js';
import { type OpenIdIssuer, startOpenIdIssuer } from '../support/openid-issuer.js';
import { createOrganization, invite, join, newMember } from '../support/organization-caller.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { webhookWithEvent } from '../support/webhook-caller.js';
import { setIssuer } from '../e2e/organizations/single-sign-on/organization-scene.js';
import { IngestStatusesService } from '../../src/ingest/status/ingest-statuses.service.js';
import { SsoBrowser } from '../e2e/organizations/single-sign-on/sso-browser.js';

/** Operations that write nothing that another one waits for, or whose transactions are those of another one here. */
const LEFT_OUT = [
  ...['postForecast', 'postForecasts', 'postOpenMeteoForecast', 'postTomorrowIoTimelines', 'sendMcpMessage'],
  ...[
    'getPasskeySignInOptions',
    'getFactorOptions',
    'getPasskeyOptions',
    'addPasskey',
    'createSessionByPasskey',
  ],
  ...['connectIdentity', 'findSignIn'],
];

const ROUTES = DOCUMENTED_ROUTES.filter(({ method }) => method !== 'GET').map((route) => ({
  ...route,
  pattern: new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));
const originalFetch = globalThis.fetch;
const succeeded = new Set<string>();

let dns: DnsServer;
let mails: MailServer;
let app: TestApp;
let watcher: LockWatcher;
let issuer: OpenIdIssuer;
beforeAll(async () => {
  [dns, mails] = [await startDnsServer(), await MailServer.start()];
  app = await startTestApp({
    DNS_SERVERS: dns.address,
    ALLOWED_NETWORKS: '127.0.0.1',
    SMTP_URL: `smtp://127.0.0.1:${mails.port}?tls=off`,
    MAIL_FROM: 'weather@example.com',
    // Sessions outlive what ends.
    SESSION_IDLE_HOURS: '8760',
    SESSION_MAX_DAYS: '365',
  });
  watcher = await LockWatcher.on(app);
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(new Request(input).url);
    const route = ROUTES.find(({ method, pattern }) => method === init?.method && pattern.test(pathname));
    watcher.operation = route?.operationId ?? pathname;
    const response = await originalFetch(input, init);
    if (route && response.ok) succeeded.add(route.operationId);
    return response;
  };
});
afterAll(async () => {
  globalThis.fetch = originalFetch;
  await app.close();
  await Promise.all([mails.stop(), issuer.stop()]);
  dns.stop();
});

/** Registers an account with a verified address. */
async function newAccount(): Promise<SignedInCaller> {
  await app.app.get(AttemptsService).clear('registration', '127.0.0.1');
  const caller = await signedInCaller(app);
  await app.runSql(`update accounts set email_state = 'verified' where id = ?`, [caller.accountId]);
  return caller;
}

async function signIn({ email }: SignedInCaller): Promise<ApiCaller> {
  const other = new ApiCaller(app.url);
  await other.post('/v1/sessions', { email, password: PASSWORD });
  return other;
}

function signInLink({ accountId }: SignedInCaller): Promise<string> {
  const { em } = app.app.get(MikroORM);
  return RequestContext.create(em, () =>
    em.transactional(async () => {
      const { url } = await app.app.get(OneTimeLinksService).create(accountId, 'sign-in');
      return url.split('#token=')[1];
    }),
  );
}

/** Changes clients, keys, alerts, webhooks and jobs, and leaves some of each. */
async function changeClients(owner: SignedInCaller, organization_id: string): Promise<void> {
  for (let i = 0; i < 2; i++) {
    const clientId = await createClient(owner, { organization_id });
    const path = `/v1/clients/${clientId}`;
    await owner.call('PATCH', path, { body: { name: 'Renamed' } });
    const { body } = await owner.post<{ client_secret: string }>(`${path}/secret`, { overlap_seconds: 60 });
    await owner.call('POST', '/v1/oauth/token', {
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: body.client_secret,
      }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    const { id, key } = await createApiKey(owner, clientId);
    const keys = `${path}/api-keys`;
    await owner.call('PATCH', `${keys}/${id}`, { body: { name: 'Renamed' } });
    const { body: rotated } = await owner.post<{ id: string }>(`${keys}/${id}/rotate`, {
      overlap_seconds: 60,
    });
    await createApiKey(owner, clientId);
    const used = { headers: { apikey: key } };
    const { body: job } = await owner.call<{ id: string }>('POST', JOBS, { ...used, body: bodyOf(2) });
    await owner.call('DELETE', `${JOBS}/${job.id}`, used);
    await owner.call('POST', JOBS, { ...used, body: bodyOf(2) });
    await owner.delete(`${keys}/${rotated.id}`);
    for (let n = 0; n < 2; n++) {
      const alert = await createAlert(owner, clientId);
      await owner.call('PATCH', `/v1/alerts/${alert.id}`, { body: { value: 3 } });
      if (n > 0) await owner.delete(`/v1/alerts/${alert.id}`);
    }
    const { webhookId, eventId } = await webhookWithEvent(owner, { organization_id });
    const webhook = `/v1/webhooks/${webhookId}`;
    await owner.post(`${webhook}/deliveries/${eventId}/retry`);
    await owner.post(`${webhook}/rotate`, { overlap_seconds: 60 });
    await app.app.get(EventPublisherService).work();
    await owner.call('PATCH', webhook, { body: { status: 'disabled' } });
    await owner.call('PATCH', webhook, { body: { status: 'enabled' } });
    await app.app.get(EventPublisherService).work();
    await app.app.get(UsageFlusherService).flush();
    if (i > 0) {
      await owner.delete(webhook);
      await owner.delete(path);
    }
  }
}

async function changeMembers(owner: SignedInCaller, organizationId: string): Promise<void> {
  const path = `/v1/organizations/${organizationId}`;
  await owner.call('PATCH', path, { body: { name: 'Renamed' } });
  const members = [
    await newMember(app, owner, organizationId, 'developer'),
    await newMember(app, owner, organizationId, 'viewer'),
  ];
  for (const { accountId } of members) {
    await owner.call('PATCH', `${path}/members/${accountId}`, { body: { role: 'admin' } });
    await createClient(members[0], { organization_id: organizationId });
  }
  await owner.delete(`${path}/members/${members[1].accountId}`);
  const { body } = await owner.post<{ id: string; url: string }>(`${path}/invitations`, {
    email: 'guest@example.com',
    role: 'viewer',
  });
  await owner.delete(`${path}/invitations/${body.id}`);
  const guest = await newAccount();
  const token = await invite(owner, organizationId, guest.email, 'owner');
  await guest.post('/v1/invitations/preview', { token });
  await guest.post('/v1/invitations/accept', { token });
}

/** Two organizations claim one domain, and people sign in through an issuer. */
async function changeSignOn(owner: SignedInCaller, organizationId: string, domain: string): Promise<void> {
  const rival = await newAccount();
  const other = await createOrganization(rival);
  const claims: { path: string; id: string; caller: SignedInCaller }[] = [];
  for (const [caller, id] of [
    [rival, other],
    [owner, organizationId],
  ] as const) {
    const path = `/v1/organizations/${id}/domains`;
    const { body } = await caller.post<{ id: string; record: { name: string; value: string } }>(path, {
      domain,
    });
    claims.push({ path, id: body.id, caller });
    dns.records.set(body.record.name, [body.record.value]);
    await caller.post(`${path}/${body.id}/verify`);
  }
  issuer = await startOpenIdIssuer({
    redirectUri: `http://localhost:3000/v1/sessions/oidc/${organizationId}/callback`,
  });
  issuer.person = { sub: 'ada', email: `ada@${domain}`, email_verified: true };
  const company = { id: organizationId, owner, domain, path: `/v1/organizations/${organizationId}/issuer` };
  await setIssuer(company, issuer.issuer, { sign_up: true, default_role: 'viewer' });
  for (let i = 0; i < 2; i++) await new SsoBrowser(app).signIn(issuer, { id: organizationId });
  await setIssuer(company, issuer.issuer, { sign_up: true, default_role: 'viewer' });
  await new SsoBrowser(app).signIn(issuer, { id: organizationId });
  await rival.delete(`${claims[0].path}/${claims[0].id}`);
}

async function changeFactors(owner: SignedInCaller): Promise<void> {
  const { id, secret } = await addTotp(app, owner);
  await owner.post(`${FACTORS}/recovery-codes`);
  for (let i = 0; i < 2; i++) {
    const other = new ApiCaller(app.url);
    const { body } = await other.post<Waiting>('/v1/sessions', { email: owner.email, password: PASSWORD });
    await forgetStep(app, id);
    if (i > 0) await other.post('/v1/sessions/factor', { token: body.token, code: totpCode(secret) });
  }
  await owner.delete(`${FACTORS}/${id}`);
}

async function changeAccount(admin: SignedInCaller, owner: SignedInCaller): Promise<void> {
  await owner.call('PATCH', '/v1/accounts/me', { body: { full_name: 'Another Name' } });
  await owner.post('/v1/accounts/me/email', { email: `new-${owner.email}` });
  const subject = 'Verify your email address';
  const isNew = ({ to }: { to: string[] }) => to[0] === `new-${owner.email}`;
  while (!mails.about(subject).some(isNew)) await sleep(50);
  const text = textOf(mails.about(subject).find(isNew)!).replaceAll('=\r\n', '');
  await owner.post('/v1/email-verifications', { token: /#token=(?:3D)?([\w-]+)/.exec(text)![1] });
  owner.email = `new-${owner.email}`;
  const [{ id: mailId }] = await app.runSql(`select id from mails where state = 'sent' order by id limit 1`);
  await app.runSql(`update mails set state = 'failed' where id = ?`, [mailId]);
  await admin.post(`/v1/mails/${String(mailId)}/retry`);
  await app.runSql(
    `insert into identities (id, account_id, issuer, subject, created_at) values ('idn_00000000000000000000000001', ?, 'https://a.example', 'a', now())`,
    [owner.accountId],
  );
  await owner.delete('/v1/accounts/me/identities/idn_00000000000000000000000001');
  await new ApiCaller(app.url).post('/v1/sessions/link', { token: await signInLink(owner) });
  const sessions = [await signIn(owner), await signIn(owner), await signIn(owner)];
  const { body } = await sessions[0].get<{ session: { id: string } }>('/v1/sessions/current');
  await owner.delete(`/v1/sessions/${body.session.id}`);
  await sessions[1].delete('/v1/sessions/current');
  await owner.delete('/v1/sessions');
  const token = await createToken(owner, ['clients:read']);
  await createToken(owner, ['clients:read']);
  await owner.delete(`/v1/accounts/me/tokens/${token.id}`);
  await owner.call('PUT', '/v1/accounts/me/password', {
    body: { current_password: PASSWORD, new_password: `${PASSWORD}!` },
  });
  await new ApiCaller(app.url).post('/v1/password-resets', { email: owner.email });
  const { body: reset } = await admin.post<{ url: string }>(`/v1/accounts/${owner.accountId}/password-reset`);
  await new ApiCaller(app.url).post('/v1/password-resets/complete', {
    token: reset.url.split('#token=')[1],
    new_password: PASSWORD,
  });
  await owner.post('/v1/sessions', { email: owner.email, password: PASSWORD });
  for (const status of ['disabled', 'active'])
    await admin.call('PATCH', `/v1/accounts/${owner.accountId}`, { body: { status } });
}

it('locks rows in one order, so that no operations wait for each other', async () => {
  const admin = await newAccount();
  const owner = await newAccount();
  const organizationIds = [await createOrganization(owner), await createOrganization(owner)];
  for (const [i, id] of organizationIds.entries()) {
    await changeClients(owner, id);
    await changeMembers(owner, id);
    if (i === 0) await changeSignOn(owner, id, 'example.com');
  }
  await changeFactors(owner);
  await changeAccount(admin, owner);
  app.app.get(IngestStatusesService).of('gfs').wait(new Date());
  await admin.post('/v1/status/check');
  await owner.post('/v1/sessions', { email: owner.email, password: PASSWORD });
  watcher.operation = 'start';
  await app.runSql(`update webhook_messages set created_at = now() - interval '15 days'`);
  await app.runSql(`update webhook_deliveries set status = 'failed', ended_at = now()`);
  watcher.operation = 'sweepers';
  const sweepers: (new (...args: never[]) => RepeatedWork)[] = [
    ...[RetentionService, ExpiryNoticesService, EndedAlertsSweeper],
  ];
  for (const sweeper of sweepers) await app.app.get(sweeper).work(new Date(Date.now() + 300 * 86_400_000));
  await owner.delete(`/v1/organizations/${organizationIds[0]}/issuer`);
  await owner.delete(`/v1/organizations/${organizationIds[0]}`);
  // A member, so that this account's deletion ends more than one organization.
  const joint = await createOrganization(owner);
  await changeClients(owner, joint);
  const member = await newAccount();
  await join(owner, joint, member, 'viewer');
  await owner.delete(`/v1/organizations/${joint}/members/${member.accountId}`);
  await admin.delete(`/v1/accounts/${member.accountId}`);
  await owner.call('DELETE', '/v1/accounts/me', { body: { password: PASSWORD } });

  const steps = stepsOf(watcher.transactions.filter(({ operation }) => operation !== 'start'));

  expect(circlesOf(steps).map(nameOf)).toEqual([]);
  expect(stepsUp(steps).map(nameOf)).toEqual([]);
  const isLeft = ({ operationId }: { operationId: string }) =>
    !succeeded.has(operationId) && !LEFT_OUT.includes(operationId);
  expect(ROUTES.filter(isLeft).map(({ operationId }) => operationId)).toEqual([]);
}, 240_000);
