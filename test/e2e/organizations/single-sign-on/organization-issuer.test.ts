import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ATTEMPT_LIMITS } from '../../../../src/core/attempts/attempt-limits.js';
import { AttemptsService } from '../../../../src/core/attempts/attempts.service.js';
import { ApiCaller, signedInCaller } from '../../../support/api-caller.js';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  startOpenIdIssuer,
  type OpenIdIssuer,
} from '../../../support/openid-issuer.js';
import { expectProblem } from '../../../support/problems.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';
import { type Company, createCompany, setIssuer } from './organization-scene.js';

const callbackOf = (id: string) => `http://localhost:3000/v1/sessions/oidc/${id}/callback`;

let app: TestApp;
let company: Company;
let issuer: OpenIdIssuer;
/** The issuer of the installation. */
let common: OpenIdIssuer;
beforeAll(async () => {
  common = await startOpenIdIssuer({ redirectUri: callbackOf('oidc') });
  app = await startTestApp({ ...common.environment, ALLOWED_NETWORKS: '127.0.0.1' });
  await signedInCaller(app);
  company = await createCompany(app);
  issuer = await startOpenIdIssuer({ redirectUri: callbackOf(company.id) });
});
afterAll(async () => {
  await app.close();
  await Promise.all([issuer.stop(), common.stop()]);
});

const set = (body: object = {}) => setIssuer(company, issuer.issuer, body);

describe('an issuer', () => {
  it('can be set, read without its secret, and removed', async () => {
    const wanted = {
      scopes: 'openid email',
      groups_claim: 'groups',
      roles: { staff: 'developer' },
      default_role: null,
      sign_up: false,
    };
    const { status, body } = await set(wanted);
    const told = {
      issuer: issuer.issuer,
      client_id: CLIENT_ID,
      ...wanted,
      redirect_uri: callbackOf(company.id),
      sign_in_url: `http://localhost:3000/login?organization=${company.id}`,
      created_at: expect.any(String) as unknown,
      updated_at: expect.any(String) as unknown,
    };
    expect([status, body]).toEqual([200, told]);
    expect((await company.owner.get(company.path)).body).toEqual(body);
    const [row] = await app.runSql('select * from organization_issuers where organization_id = ?', [
      company.id,
    ]);
    expect(JSON.stringify(row)).not.toContain(CLIENT_SECRET);

    // The secret can be omitted for the same issuer and client, but not for any other.
    expect((await set({ client_secret: undefined })).status).toBe(200);
    for (const other of [{ client_id: 'other' }, { issuer: common.issuer }])
      expectProblem(await set({ client_secret: undefined, ...other }), 400, 'invalid_parameter', {
        instance: company.path,
        pointers: ['/client_secret'],
      });

    expect((await company.owner.delete(company.path)).status).toBe(204);
    for (const method of ['GET', 'DELETE'])
      expectProblem(await company.owner.call(method, company.path), 404, 'not_found', {
        instance: company.path,
      });
    expectProblem(await new ApiCaller(app.url).get(`/v1/sessions/oidc/${company.id}`), 404, 'not_found', {
      instance: `/v1/sessions/oidc/${company.id}`,
    });
    const { body: audit } = await company.owner.get<{ data: { action: string; details: object }[] }>(
      `/v1/audit?organization_id=${company.id}&limit=3`,
    );
    expect(audit.data.map(({ action }) => action)).toEqual([
      'organization.issuer_removed',
      'organization.issuer_set',
      'organization.issuer_set',
    ]);
    expect(JSON.stringify(audit)).not.toContain(CLIENT_SECRET);
  });

  it.each([
    ['of another network', () => ({ issuer: issuer.issuer.replace('127.0.0.1', '127.0.0.2') }), '/issuer'],
    [
      'of this machine by name',
      () => ({ issuer: issuer.issuer.replace('127.0.0.1', 'localhost') }),
      '/issuer',
    ],
    ['that leads inside by https', () => ({ issuer: 'https://169.254.169.254' }), '/issuer'],
    ['that is another spelling', () => ({ issuer: `${issuer.issuer}/` }), '/issuer'],
    ['with a query', () => ({ issuer: `${issuer.issuer}?x=1` }), '/issuer'],
    ['that is a file', () => ({ issuer: 'file:///etc/passwd' }), '/issuer'],
    ['without openid', () => ({ scopes: 'email' }), '/scopes'],
    ['that makes owners', () => ({ roles: { boss: 'owner' } }), '/roles'],
    ['that makes owners of all', () => ({ default_role: 'owner' }), '/default_role'],
    ['with roles that are a list', () => ({ roles: ['admin'] }), '/roles'],
  ])('%s is rejected', async (_, change, pointer) => {
    expectProblem(await set(change()), 400, 'invalid_parameter', {
      instance: company.path,
      pointers: [pointer],
    });
  });

  it('needs a verified domain and a fresh sign-in, and is throttled', async () => {
    const other = await createCompany(app);
    await app.runSql('update organization_domains set verified_at = null where domain = ?', [other.domain]);
    const setOther = () => setIssuer(other, issuer.issuer);
    expectProblem(await setOther(), 409, 'conflict', { instance: other.path });
    await app.runSql('update organization_domains set verified_at = now() where domain = ?', [other.domain]);
    const attempts = app.app.get(AttemptsService);
    for (let i = 0; i < ATTEMPT_LIMITS.issuerDescription.freeAttempts; i += 1)
      await attempts.note('issuerDescription', other.id);
    expectProblem(await setOther(), 429, 'too_many_attempts', { instance: other.path });
    await app.runSql(
      `update sessions set authenticated_at = now() - interval '11 minutes' where account_id = ?`,
      [other.owner.accountId],
    );
    for (const answer of [await setOther(), await other.owner.delete(other.path)])
      expectProblem(answer, 403, 'fresh_sign_in_required', { instance: other.path });
  });

  it("is found by the domain of any address, and isn't listed on the sign-in page", async () => {
    await set();
    const rival = await createCompany(app);
    const find = async (email: string) =>
      (await new ApiCaller(app.url).post<{ url: string | null }>('/v1/sessions/sso', { email })).body;
    const found = { url: `/v1/sessions/oidc/${company.id}` };
    expect(await find(`nobody@${company.domain.toUpperCase()}`)).toEqual(found);
    for (const email of [`ada@${rival.domain}`, `ada@sub.${company.domain}`, 'ada@example.com', 'ada', '@'])
      expect(await find(email)).toEqual({ url: null });
    const { body } = await new ApiCaller(app.url).get<{ providers: { id: string }[] }>(
      '/v1/sessions/methods',
    );
    expect(body.providers.map(({ id }) => id)).toEqual(['oidc']);
  });
});
