import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ApiCaller,
  bearer,
  createToken,
  signedInCaller,
  type SignedInCaller,
} from '../../../support/api-caller.js';
import { type OpenIdIssuer, startOpenIdIssuer } from '../../../support/openid-issuer.js';
import { createOrganization, newMember } from '../../../support/organization-caller.js';
import { expectProblem } from '../../../support/problems.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';
import { basic } from '../../../support/usage-caller.js';
import {
  type Company,
  createCompany,
  setIssuer,
} from '../../organizations/single-sign-on/organization-scene.js';
import { SsoBrowser } from '../../organizations/single-sign-on/sso-browser.js';

const FEATURES = './test/extension/src/tides/tides.feature.ts';
const GAUGES = '/v1/tide-gauges';

let app: TestApp;
let administrator: SignedInCaller;
let issuer: OpenIdIssuer;
let company: Company;
beforeAll(async () => {
  app = await startTestApp({ FEATURES, ALLOWED_NETWORKS: '127.0.0.1' });
  administrator = await signedInCaller(app);
  company = await createCompany(app);
});
afterAll(async () => {
  await app.close();
  await issuer?.stop();
});

const within = (organizationId: string) => `${GAUGES}?organization_id=${organizationId}`;
const namesIn = async (caller: ApiCaller, path: string, headers?: Record<string, string>) => {
  const { status, body } = await caller.get<{ data: { name: string }[] }>(path, headers);
  expect(status).toBe(200);
  return body.data.map(({ name }) => name);
};

it("has the feature's permissions, by role", async () => {
  const expected = {
    owner: [201, 200],
    admin: [201, 200],
    developer: [403, 200],
    viewer: [403, 200],
  } as const;
  for (const [role, statuses] of Object.entries(expected)) {
    const member = await newMember(app, company.owner, company.id, role as keyof typeof expected);
    const { status, body } = await member.post(within(company.id), { name: `Of ${role}` });
    const { body: organization } = await member.get<{ permissions: string[] }>(
      `/v1/organizations/${company.id}`,
    );

    expect([status, (await member.get(within(company.id))).status]).toEqual(statuses);
    expect(organization.permissions.filter((name) => name.startsWith('tides:'))).toEqual(
      status === 201 ? ['tides:read', 'tides:manage'] : ['tides:read'],
    );
    if (status === 403)
      expect(body).toMatchObject({ code: 'forbidden', detail: expect.stringContaining(role) });
  }
  expect(await namesIn(company.owner, within(company.id))).toEqual(['Of admin', 'Of owner']);
});

it('is about the personal organization by default, and about one that the caller may see', async () => {
  const caller = await signedInCaller(app);
  expect((await caller.post(GAUGES, { name: 'Mine' })).status).toBe(201);
  const { body } = await caller.get<{ data: { id: string }[] }>('/v1/organizations');

  expect(await namesIn(caller, GAUGES)).toEqual(['Mine']);
  expect(await namesIn(caller, within(body.data[0].id))).toEqual(['Mine']);
  expectProblem(await caller.get(within(company.id)), 404, 'not_found', { instance: GAUGES });
  expectProblem(await caller.get(within('org_1')), 400, 'invalid_parameter', {
    instance: GAUGES,
    parameters: ['organization_id'],
  });
  const unknown = await caller.get(`${within(body.data[0].id)}&other=1`);
  expectProblem(unknown, 400, 'invalid_parameter', { instance: GAUGES, parameters: ['other'] });
  // The feature gives nothing to administrators of the service.
  expect((await administrator.get(within(company.id))).status).toBe(403);
  expect((await new ApiCaller(app.url).get(GAUGES)).status).toBe(401);
});

it('refuses members without the second factor that the organization requires', async () => {
  const member = await newMember(app, company.owner, company.id, 'admin');
  await app.runSql('update organizations set require_factor = true where id = ?', [company.id]);
  const answer = await member.get(within(company.id));
  await app.runSql('update organizations set require_factor = false where id = ?', [company.id]);

  expectProblem(answer, 403, 'factor_required', { instance: GAUGES });
});

describe('is open', () => {
  it("to people who signed in through their organization's provider, within that organization", async () => {
    const member = await newMember(app, company.owner, company.id, 'admin');
    await member.post(GAUGES, { name: 'Private' });
    const own = await createOrganization(member);
    issuer = await startOpenIdIssuer({
      redirectUri: `http://localhost:3000/v1/sessions/oidc/${company.id}/callback`,
    });
    issuer.person = { sub: 'ada', email: `ada@${company.domain}`, email_verified: true };
    await setIssuer(company, issuer.issuer);
    await app.runSql(
      `insert into identities (id, account_id, issuer, organization_id, subject, created_at) values ('idn_1', ?, ?, ?, 'ada', now())`,
      [member.accountId, issuer.issuer, company.id],
    );
    const browser = new SsoBrowser(app);
    expect(await browser.signIn(issuer, { id: company.id })).toBe('/');
    const confined = browser.caller();

    expect((await confined.post(GAUGES, { name: 'Confined' })).status).toBe(201);
    expect(await namesIn(confined, GAUGES)).toEqual(['Confined', 'Of admin', 'Of owner']);
    expectProblem(await confined.get(within(own)), 404, 'not_found', { instance: GAUGES });
    expect(await namesIn(member, GAUGES)).toEqual(['Private']);
  });

  it('to clients with the scope, within their organization, and to personal access tokens', async () => {
    const { body: client } = await company.owner.post<{ client_id: string; client_secret: string }>(
      '/v1/clients',
      {
        name: 'Harbour',
        organization_id: company.id,
      },
    );
    const program = new ApiCaller(app.url);
    const headers = basic(client.client_id, client.client_secret);
    expect(await namesIn(program, GAUGES, headers)).toContain('Of owner');
    expect(await namesIn(program, within(company.id), headers)).toContain('Of owner');
    const own = await createOrganization(company.owner);
    expect((await program.get(within(own), headers)).status).toBe(404);

    const { token } = await createToken(company.owner, ['tides:read']);
    expect(await namesIn(program, within(company.id), bearer(token))).toContain('Of owner');
    const { token: other } = await createToken(company.owner, ['clients:read']);
    expect((await program.get(within(company.id), bearer(other))).status).toBe(403);
  });
});

it("is in the guide's table of permissions and in the API reference", async () => {
  const guide = await (await fetch(`${app.url}/docs/organizations`)).text();
  const [, row] = /<td>Add tide gauges<\/td>([^]*?)<\/tr>/.exec(guide)!;
  expect(row.match(/yes|no/g)).toEqual(['yes', 'yes', 'no', 'no', 'no']);
  const { body } = await administrator.get<{
    paths: Record<string, { get: { parameters: { name: string }[] } }>;
  }>('/openapi.json');
  expect(body.paths[GAUGES].get.parameters.map(({ name }) => name)).toContain('organization_id');
});
