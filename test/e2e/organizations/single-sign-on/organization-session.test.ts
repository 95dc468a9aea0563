import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { FROST } from '../../../support/alert-caller.js';
import { type ApiCaller, signedInCaller, type SignedInCaller } from '../../../support/api-caller.js';
import { DOCUMENTED_ROUTES } from '../../../support/documented-routes.js';
import { startOpenIdIssuer, type OpenIdIssuer } from '../../../support/openid-issuer.js';
import { createOrganization, newMember } from '../../../support/organization-caller.js';
import { expectProblem } from '../../../support/problems.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';
import { type Company, createCompany, setIssuer } from './organization-scene.js';
import { SsoBrowser } from './sso-browser.js';

/** The routes open to a session that an organization's issuer began. All other session routes stay closed. */
const OPEN = [
  ...['getOwnAccount', 'getCurrentSession', 'deleteCurrentSession', 'listDashboardPages'],
  ...['listOrganizations', 'getOrganization', 'updateOrganization'],
  ...['listMembers', 'updateMember', 'removeMember'],
  ...['createInvitation', 'listInvitations', 'withdrawInvitation'],
  ...['createClient', 'listClients', 'getDefaultLimits', 'getClient', 'updateClient'],
  ...['rotateClientSecret', 'deleteClient'],
  ...['createApiKey', 'listApiKeys', 'getApiKey', 'updateApiKey', 'rotateApiKey', 'revokeApiKey'],
  ...['createWebhook', 'listWebhooks', 'getWebhook', 'updateWebhook', 'deleteWebhook', 'testWebhook'],
  ...['rotateWebhookSecret', 'listWebhookDeliveries', 'retryWebhookDelivery'],
  ...['createForecastAlert', 'listForecastAlerts', 'getForecastAlert'],
  ...['updateForecastAlert', 'deleteForecastAlert'],
  ...['getUsage', 'getQuota', 'listRequests', 'getRequest', 'listAuditEvents', 'getAccuracy', 'getStatus'],
  ...['findPlaces', 'findNearestPlaces'],
];

let app: TestApp;
let company: Company;
let issuer: OpenIdIssuer;
/** An owner of the company, next to its first one, who also has another organization. */
let member: SignedInCaller;
let elsewhere: { organizationId: string; clientId: string; webhookId: string; alertId: string };
/** The member's session that the company's issuer began. */
let confined: ApiCaller;
beforeAll(async () => {
  app = await startTestApp({ ALLOWED_NETWORKS: '127.0.0.1' });
  await signedInCaller(app);
  company = await createCompany(app);
  issuer = await startOpenIdIssuer({
    redirectUri: `http://localhost:3000/v1/sessions/oidc/${company.id}/callback`,
  });
  issuer.person = { sub: 'ada', email: `ada@${company.domain}`, email_verified: true };
  await setIssuer(company, issuer.issuer);
  member = await newMember(app, company.owner, company.id, 'owner');
  await app.runSql(
    `insert into identities (id, account_id, issuer, organization_id, subject, created_at) values ('idn_1', ?, ?, ?, 'ada', now())`,
    [member.accountId, issuer.issuer, company.id],
  );
  const organizationId = await createOrganization(member);
  const { status, body: client } = await member.post<{ client_id: string }>('/v1/clients', {
    name: 'A',
    organization_id: organizationId,
  });
  expect([status, client]).toEqual([201, client]);
  const { body: webhook } = await member.post<{ id: string }>('/v1/webhooks', {
    url: 'https://hooks.example.com',
    organization_id: organizationId,
  });
  const { body: alert } = await member.post<{ id: string }>('/v1/alerts', {
    ...FROST,
    client_id: client.client_id,
  });
  elsewhere = { organizationId, clientId: client.client_id, webhookId: webhook.id, alertId: alert.id };
  const browser = new SsoBrowser(app);
  expect(await browser.signIn(issuer, { id: company.id })).toBe('/');
  confined = browser.caller();
});
afterAll(async () => {
  await app.close();
  await issuer.stop();
});

it('opens exactly these routes', async () => {
  const routes = DOCUMENTED_ROUTES.filter(({ security }) => security.includes('session'));
  const open: string[] = [];
  for (const { operationId, method, examplePath } of routes) {
    if (operationId === 'deleteCurrentSession') continue;
    const { status, body } = await confined.call(method, examplePath, method === 'GET' ? {} : { body: {} });
    if (status !== 403 || body.code !== 'session_confined') open.push(operationId);
  }
  expect([...open, 'deleteCurrentSession'].sort()).toEqual(OPEN.toSorted());
});

it('sees the organization, but nothing else of the account', async () => {
  const listed = async (path: string) =>
    (await confined.get<{ data: Record<string, unknown>[] }>(path)).body.data;
  expect((await listed('/v1/organizations')).map(({ id }) => id)).toEqual([company.id]);
  for (const path of ['/v1/clients', '/v1/webhooks', '/v1/alerts']) expect(await listed(path)).toEqual([]);
  expect(await listed(`/v1/clients?account_id=${member.accountId}`)).toEqual([]);
  for (const event of await listed('/v1/audit?limit=100')) expect(event.organization_id).toBe(company.id);
  expect(await listed(`/v1/audit?account_id=${member.accountId}&action=session.created`)).toEqual([]);

  const { organizationId, clientId, webhookId, alertId } = elsewhere;
  for (const path of [
    `/v1/organizations/${organizationId}`,
    `/v1/organizations/${organizationId}/members`,
    `/v1/organizations/${organizationId}/invitations`,
    `/v1/clients?organization_id=${organizationId}`,
    `/v1/clients/${clientId}`,
    `/v1/clients/${clientId}/api-keys`,
    `/v1/webhooks?organization_id=${organizationId}`,
    `/v1/webhooks/${webhookId}`,
    `/v1/webhooks/${webhookId}/deliveries`,
    `/v1/alerts?organization_id=${organizationId}`,
    `/v1/alerts?client_id=${clientId}`,
    `/v1/alerts/${alertId}`,
    `/v1/usage?organization_id=${organizationId}`,
    `/v1/usage?client_id=${clientId}`,
    `/v1/usage/requests?client_id=${clientId}`,
    `/v1/audit?organization_id=${organizationId}`,
  ])
    expectProblem(await confined.get(path), 404, 'not_found', { instance: path.split('?')[0] });
  for (const path of [`/v1/clients/${clientId}`, `/v1/webhooks/${webhookId}`, `/v1/alerts/${alertId}`])
    expect((await member.get(path)).status).toBe(200);
});

it('creates webhooks in the organization by default, and nowhere else', async () => {
  const make = (body: object) =>
    confined.post<Record<string, string>>('/v1/webhooks', { url: 'https://hooks.example.com', ...body });
  expect((await make({})).body.organization_id).toBe(company.id);
  const foreign = await make({ organization_id: elsewhere.organizationId });
  expectProblem(foreign, 404, 'not_found', { instance: '/v1/webhooks' });
});

it('creates clients in the organization by default, and nowhere else', async () => {
  const make = (body: object) => confined.post<Record<string, string>>('/v1/clients', body);
  expect((await make({ name: 'Mine' })).body.organization_id).toBe(company.id);
  const foreign = await make({ name: 'Theirs', organization_id: elsewhere.organizationId });
  expectProblem(foreign, 404, 'not_found', { instance: '/v1/clients' });
});

it("has the permissions of an organization's admin, even for an owner", async () => {
  const path = `/v1/organizations/${company.id}`;
  expect((await confined.get(path)).body).toMatchObject({ role: 'admin' });
  const colleague = await newMember(app, company.owner, company.id, 'viewer');
  const change = (id: string, role: string) =>
    confined.call('PATCH', `${path}/members/${id}`, { body: { role } });
  expect((await change(colleague.accountId, 'developer')).status).toBe(200);
  const invite = (role: string) => confined.post(`${path}/invitations`, { email: 'grace@example.com', role });
  expect((await invite('admin')).status).toBe(201);
  const refused = [
    await change(colleague.accountId, 'owner'),
    await change(company.owner.accountId, 'viewer'),
    await change(member.accountId, 'viewer'),
    await confined.delete(`${path}/members/${company.owner.accountId}`),
    await confined.delete(`${path}/members/${member.accountId}`),
    await invite('owner'),
  ];
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
    refused.map(() => [403, 'forbidden']),
  );
  const kept = `select count(*)::int as owners from organization_members where organization_id = ? and role = 'owner'`;
  expect(await app.runSql(kept, [company.id])).toEqual([{ owners: 2 }]);
});

it("doesn't reveal the name of the personal organization", async () => {
  const changed = await member.call('PATCH', '/v1/accounts/me', { body: { organization: 'My own firm' } });
  expect(changed.body.organization).toBe('My own firm');
  for (const path of ['/v1/accounts/me', '/v1/sessions/current']) {
    const { status, body } = await confined.get(path);
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toContain('My own firm');
  }
  expect((await member.get('/v1/accounts/me')).body.organization).toBe('My own firm');
});

it("is never an administrator's", async () => {
  const become = (role: string) =>
    app.runSql('update accounts set role = ? where id = ?', [role, member.accountId]);
  await become('admin');
  expect(await new SsoBrowser(app).signIn(issuer, { id: company.id })).toBe('/login?problem=not_member');
  await become('member');
  expect(await new SsoBrowser(app).signIn(issuer, { id: company.id })).toBe('/');
});

it('reports its organization, and ends without affecting other sessions', async () => {
  const { body } = await confined.get<{ session: object }>('/v1/sessions/current');
  expect(body.session).toMatchObject({ method: company.id, organization_id: company.id });
  expect((await confined.delete('/v1/sessions/current')).status).toBe(204);
  expect((await confined.get('/v1/sessions/current')).status).toBe(401);
  expect((await member.get('/v1/sessions/current')).status).toBe(200);
});
