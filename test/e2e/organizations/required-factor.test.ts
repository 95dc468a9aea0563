import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OWN_FEATURE_SET } from '../../../src/boot/features/features.js';
import {
  ApiCaller,
  bearer,
  createApiKey,
  createClient,
  createToken,
  signedInCaller,
  type SignedInCaller,
} from '../../support/api-caller.js';
import { changeMeanwhile } from '../../support/change-meanwhile.js';
import { addTotp, FACTORS } from '../../support/factors.js';
import { startOpenIdIssuer } from '../../support/openid-issuer.js';
import { createOrganization, invite, join, newMember } from '../../support/organization-caller.js';
import { expectProblem } from '../../support/problems.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { basic, logRequest, readUsage } from '../../support/usage-caller.js';
import { createCompany, setIssuer } from './single-sign-on/organization-scene.js';
import { SsoBrowser } from './single-sign-on/sso-browser.js';

const ORGANIZATIONS = '/v1/organizations';

interface Listed {
  id: string;
  access: string;
  require_factor: boolean;
  permissions: string[];
}

let service: TestApp;
const app = () => service;
let administrator: SignedInCaller;
let owner: SignedInCaller;
beforeAll(async () => {
  service = await startTestApp({ ALLOWED_NETWORKS: '127.0.0.1', MAX_ORGANIZATIONS_PER_ACCOUNT: '50' });
  administrator = await signedInCaller(app());
  owner = await signedInCaller(app());
  await addTotp(app(), owner);
});
afterAll(() => service.close());

const change = (caller: ApiCaller, organizationId: string, body: object) =>
  caller.call<Listed>('PATCH', `${ORGANIZATIONS}/${organizationId}`, { body });
const requireFactor = async (organizationId: string, caller: ApiCaller = owner) =>
  expect((await change(caller, organizationId, { require_factor: true })).status).toBe(200);
const idsOf = async (caller: ApiCaller, path: string, headers?: Record<string, string>) =>
  (await caller.get<{ data: { id: string; client_id?: string }[] }>(path, headers)).body.data.map(
    ({ id, client_id }) => id ?? client_id,
  );
const see = async (caller: ApiCaller, organizationId: string) =>
  (await caller.get<Listed>(`${ORGANIZATIONS}/${organizationId}`)).body;

describe('requiring a factor', () => {
  it('is shown by the organization, audited, and can be revoked', async () => {
    const id = await createOrganization(owner);
    expect(await see(owner, id)).toMatchObject({ require_factor: false, access: 'open' });

    for (const required of [true, false]) {
      const { status, body } = await change(owner, id, { require_factor: required });
      expect([status, body.require_factor, body.access]).toEqual([200, required, 'open']);
      const { body: audit } = await owner.get<{ data: { action: string; details: object }[] }>(
        `/v1/audit?organization_id=${id}&limit=1`,
      );
      expect(audit.data[0]).toMatchObject({
        action: 'organization.updated',
        actor: { account_id: owner.accountId },
        details: { require_factor: required },
      });
    }
  });

  it('is up to an owner with a factor', async () => {
    const bare = await signedInCaller(app());
    const id = await createOrganization(bare);
    const instance = `${ORGANIZATIONS}/${id}`;
    const admin = await newMember(app(), bare, id, 'admin');

    expectProblem(await change(bare, id, { require_factor: true }), 403, 'factor_required', {
      instance,
      detail: 'Add a second factor to your own account first.',
    });
    for (const caller of [admin, administrator])
      expectProblem(await change(caller, id, { require_factor: true }), 403, 'forbidden', { instance });
    expect(await see(bare, id)).toMatchObject({ require_factor: false });

    // An unconfirmed app doesn't count.
    expect((await bare.post(`${FACTORS}/totp`, {})).status).toBe(201);
    expect((await change(bare, id, { require_factor: true })).status).toBe(403);
  });

  it('needs a fresh sign-in to enable or disable it', async () => {
    const id = await createOrganization(owner);
    const at = (when: string) =>
      app().runSql(`update sessions set authenticated_at = ${when} where account_id = ?`, [owner.accountId]);
    await at(`now() - interval '10 minutes'`);
    for (const require_factor of [true, false])
      expectProblem(await change(owner, id, { require_factor }), 403, 'fresh_sign_in_required', {
        instance: `${ORGANIZATIONS}/${id}`,
      });
    expect((await change(owner, id, { name: 'Another name' })).status).toBe(200);
    await at('now()');
  });

  it('is refused for a personal organization, and changes nothing', async () => {
    const [id] = (await owner.get<{ data: { id: string; personal: boolean }[] }>(ORGANIZATIONS)).body.data
      .filter(({ personal }) => personal)
      .map((organization) => organization.id);
    expectProblem(await change(owner, id, { require_factor: true, name: 'Both' }), 409, 'conflict', {
      instance: `${ORGANIZATIONS}/${id}`,
      detail: "A personal organization can't require a second factor.",
    });
    expect(await see(owner, id)).toMatchObject({ require_factor: false, name: 'A Member' });
  });

  it.each([['true'], [1], [null], [[]], [{}]])('accepts true or false, not %j', async (require_factor) => {
    const id = await createOrganization(owner);
    expectProblem(await change(owner, id, { require_factor }), 400, 'invalid_parameter', {
      instance: `${ORGANIZATIONS}/${id}`,
      pointers: ['/require_factor'],
    });
  });

  it('is refused if the owner loses the factor or the role in the meantime', async () => {
    const other = await signedInCaller(app());
    const { id: factorId } = await addTotp(app(), other);
    const id = await createOrganization(other);
    await join(other, id, owner, 'owner');
    const demand = () => change(other, id, { require_factor: true });

    const without = await changeMeanwhile(app(), { table: 'accounts', id: other.accountId }, demand, [
      'delete from factors where id = ?',
      [factorId],
    ]);
    expectProblem(without, 403, 'factor_required', { instance: `${ORGANIZATIONS}/${id}` });
    await addTotp(app(), other);
    const demoted = await changeMeanwhile(app(), { table: 'organizations', id }, demand, [
      `update organization_members set role = 'admin' where organization_id = ? and account_id = ?`,
      [id, other.accountId],
    ]);
    expectProblem(demoted, 403, 'forbidden', { instance: `${ORGANIZATIONS}/${id}` });
    expect(await see(owner, id)).toMatchObject({ require_factor: false });
  });
});

describe('a member without a factor', () => {
  let organizationId: string;
  let member: SignedInCaller;
  let clientId: string;
  let own: { clientId: string };
  let open: { clientId: string };
  let token: string;
  let key: string;
  let secret: string;
  beforeAll(async () => {
    organizationId = await createOrganization(owner);
    member = await newMember(app(), owner, organizationId, 'admin');
    clientId = await createClient(owner, { organization_id: organizationId });
    // What the member created there is closed to them as well.
    own = await logRequest(member, { organization_id: organizationId });
    key = (await createApiKey(member, own.clientId)).key;
    const rotated = await member.post<{ client_secret: string }>(`/v1/clients/${own.clientId}/secret`, {});
    secret = rotated.body.client_secret;
    const openId = await createOrganization(member);
    open = await logRequest(member, { organization_id: openId });
    token = (await createToken(member, OWN_FEATURE_SET.scopesOf('token'))).token;
    await requireFactor(organizationId);
  });

  it('sees the organization and its state, but nothing of it in other lists and sums', async () => {
    const caller = new ApiCaller(app().url);
    for (const [who, headers] of [
      [member, undefined],
      [caller, bearer(token)],
    ] as const) {
      const { body } = await who.get<{ data: Listed[] }>(ORGANIZATIONS, headers);
      expect(body.data.find(({ id }) => id === organizationId)).toMatchObject({
        require_factor: true,
        access: 'factor_required',
        role: 'admin',
        permissions: ['organization.leave'],
      });
      expect(body.data.filter(({ access }) => access === 'open')).toHaveLength(2);
      expect(await idsOf(who, '/v1/clients', headers)).toEqual([open.clientId]);
      const ownAudit = await who.get<{ data: { organization_id: string }[] }>('/v1/audit?limit=100', headers);
      expect(ownAudit.body.data.map(({ organization_id }) => organization_id)).not.toContain(organizationId);
    }
    for (const query of ['', `account_id=${member.accountId}`]) {
      expect((await readUsage(member, query)).totals.requests).toBe(1);
      const logged = await member.get<{ data: { client_id: string }[] }>(`/v1/usage/requests?${query}`);
      expect(logged.body.data.map(({ client_id }) => client_id)).toEqual([open.clientId]);
    }
    expect(await idsOf(member, `/v1/clients?account_id=${member.accountId}`)).toEqual([open.clientId]);
  });

  it('has nothing of it in the export', async () => {
    const { status, body } = await member.get<object>('/v1/accounts/me/export');
    expect(status).toBe(200);
    const text = JSON.stringify(body);
    expect(text).toContain(open.clientId);
    expect(text).not.toContain(own.clientId);
    expect(text).not.toContain(clientId);
  });

  it("can't connect the organization's identity provider either", async () => {
    const domain = 'closed.example';
    await app().runSql(
      `insert into organization_domains (id, organization_id, domain, record_value, added_by, created_at, verified_at) values ('dom_closed', ?, ?, 'x', ?, now(), now())`,
      [organizationId, domain, owner.accountId],
    );
    const issuer = await startOpenIdIssuer({
      redirectUri: `http://localhost:3000/v1/sessions/oidc/${organizationId}/callback`,
    });
    const path = `${ORGANIZATIONS}/${organizationId}/issuer`;
    expect((await setIssuer({ id: organizationId, owner, domain, path }, issuer.issuer)).status).toBe(200);

    const instance = '/v1/accounts/me/identities';
    const answer = await member.post(instance, { provider: organizationId });
    expectProblem(answer, 403, 'factor_required', { instance });
    await issuer.stop();
  });

  it('still has working API keys and client credentials', async () => {
    const program = new ApiCaller(app().url);
    const forecast = '/v1/weather/forecast?lat=1&lon=1&source=climatology';
    expect((await program.get(forecast, { apikey: key })).status).toBe(200);
    expect(
      (await program.get(`/v1/clients/${own.clientId}/api-keys`, basic(own.clientId, secret))).status,
    ).toBe(200);
    const response = await fetch(`${app().url}/v1/oauth/token`, {
      method: 'POST',
      headers: basic(own.clientId, secret),
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const { access_token } = (await response.json()) as { access_token: string };
    expect((await program.get(forecast, bearer(access_token))).status).toBe(200);
  });

  it('gains access with the first factor, and loses it with the last, within the same session', async () => {
    const path = `/v1/clients/${clientId}`;
    const late = await newMember(app(), owner, organizationId, 'viewer');
    expect((await late.get(path)).status).toBe(403);

    const { id } = await addTotp(app(), late);
    expect((await late.get(path)).status).toBe(200);
    expect(await see(late, organizationId)).toMatchObject({ access: 'open' });
    expect((await late.delete(`${FACTORS}/${id}`)).status).toBe(204);
    expectProblem(await late.get(path), 403, 'factor_required', { instance: path });
  });

  it('can join by an invitation, and is then told that a factor is missing', async () => {
    const guest = await signedInCaller(app());
    const invitation = await invite(owner, organizationId, guest.email, 'developer');
    const preview = await guest.post('/v1/invitations/preview', { token: invitation });
    expect(preview.status).toBe(200);

    const { status, body } = await guest.post('/v1/invitations/accept', { token: invitation });
    expect([status, body.role, body.access]).toEqual([200, 'developer', 'factor_required']);
    const instance = `${ORGANIZATIONS}/${organizationId}/members`;
    expectProblem(await guest.get(instance), 403, 'factor_required', { instance });
  });

  it("who administers the service only keeps an administrator's permissions", async () => {
    await join(owner, organizationId, administrator, 'owner');
    expect((await administrator.get(`/v1/clients/${clientId}`)).status).toBe(200);
    const made = await administrator.post('/v1/clients', { name: 'Made', organization_id: organizationId });
    expectProblem(made, 403, 'factor_required', { instance: '/v1/clients' });
    expectProblem(
      await change(administrator, organizationId, { require_factor: false }),
      403,
      'factor_required',
      { instance: `${ORGANIZATIONS}/${organizationId}` },
    );
    expect(await see(administrator, organizationId)).toMatchObject({ access: 'factor_required' });
  });

  it('is marked in the list of members, for those who manage them', async () => {
    interface Member {
      account_id: string;
      has_factor: boolean | null;
    }
    const developer = await newMember(app(), owner, organizationId, 'developer');
    await addTotp(app(), developer);
    const statesFor = async (caller: ApiCaller) => {
      const { body } = await caller.get<{ data: Member[] }>(
        `${ORGANIZATIONS}/${organizationId}/members?limit=100`,
      );
      const of = ({ accountId }: SignedInCaller) =>
        body.data.find(({ account_id }) => account_id === accountId)!.has_factor;
      return [of(owner), of(member), of(developer)];
    };
    expect(await statesFor(owner)).toEqual([true, false, true]);
    expect(await statesFor(administrator)).toEqual([true, false, true]);
    expect(await statesFor(developer)).toEqual([null, null, null]);
    const path = `${ORGANIZATIONS}/${organizationId}/members/${member.accountId}`;
    const { body } = await owner.call<Member>('PATCH', path, { body: { role: 'viewer' } });
    expect(body.has_factor).toBe(false);
  });

  it("has access in sessions begun by the organization's own identity provider, within their limits", async () => {
    const company = await createCompany(app());
    const issuer = await startOpenIdIssuer({
      redirectUri: `http://localhost:3000/v1/sessions/oidc/${company.id}/callback`,
    });
    issuer.person = { sub: 'ada', email: `ada@${company.domain}`, email_verified: true };
    await setIssuer(company, issuer.issuer, { sign_up: true, default_role: 'viewer' });
    await addTotp(app(), company.owner);
    await requireFactor(company.id, company.owner);
    const browser = new SsoBrowser(app());
    expect(await browser.signIn(issuer, { id: company.id })).toBe('/');

    const confined = browser.caller();
    expect(await see(confined, company.id)).toMatchObject({ access: 'open', require_factor: true });
    expect((await confined.get(`${ORGANIZATIONS}/${company.id}/members`)).status).toBe(200);
    expect((await change(confined, company.id, { require_factor: false })).status).toBe(403);
    await issuer.stop();
  });
});

it('an owner who removes the last factor loses access like everyone else, until adding one again', async () => {
  const sole = await signedInCaller(app());
  const { id: factorId } = await addTotp(app(), sole);
  const id = await createOrganization(sole);
  await requireFactor(id, sole);

  expect((await sole.delete(`${FACTORS}/${factorId}`)).status).toBe(204);
  const instance = `${ORGANIZATIONS}/${id}`;
  expectProblem(await change(sole, id, { require_factor: false }), 403, 'factor_required', { instance });
  expectProblem(await sole.delete(instance), 403, 'factor_required', { instance });
  await addTotp(app(), sole);
  expect((await change(sole, id, { require_factor: false })).status).toBe(200);
});
