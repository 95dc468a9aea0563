import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { ApiCaller, PASSWORD } from '../../../support/api-caller.js';
import { startOpenIdIssuer, type OpenIdIssuer, type Person } from '../../../support/openid-issuer.js';
import { expectProblem } from '../../../support/problems.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';
import { SsoBrowser } from './sso-browser.js';

const REGISTRATION = 'domain:example.org, BÜCHER.example';

let issuer: OpenIdIssuer;
let app: TestApp;
let admin: ApiCaller;
const register = (email: string) =>
  admin.post('/v1/accounts', { full_name: 'Ada', email, password: PASSWORD });
beforeAll(async () => {
  issuer = await startOpenIdIssuer({ redirectUri: 'http://localhost:3000/v1/sessions/oidc/oidc/callback' });
  app = await startTestApp({ ...issuer.environment, REGISTRATION });
  admin = new ApiCaller(app.url);
  await register('admin@example.com');
});
afterAll(async () => {
  await app.close();
  await issuer.stop();
});
let people = 0;
beforeEach(() => {
  people += 1;
});

function signIn(person: Omit<Person, 'sub'>): Promise<string> {
  issuer.person = { sub: `sub-${people}`, ...person };
  return new SsoBrowser(app).signIn(issuer);
}

it("requires a provider that verifies addresses, or mail, otherwise the service doesn't start", async () => {
  await expect(startTestApp({ REGISTRATION })).rejects.toThrow('REGISTRATION must not be by domain');
});

it.each(['ada@example.org', 'Ada@EXAMPLE.ORG', 'ada@bücher.example'])(
  'creates an account for %s if verified by the provider',
  async (email) => {
    expect(await signIn({ email: `${people}${email}`, email_verified: true })).toBe('/');
  },
);

it.each([
  ['that is not verified', { email: 'eve@example.org' }],
  [
    'that is verified in words alone',
    { email: 'eve@example.org', email_verified: 'true' as unknown as boolean },
  ],
  ['of another domain', { email: 'eve@example.net', email_verified: true }],
  ['of a domain below it', { email: 'eve@mail.example.org', email_verified: true }],
  ['of a domain that ends like it', { email: 'eve@badexample.org', email_verified: true }],
  ['of a domain that looks like it', { email: 'eve@еxample.org', email_verified: true }],
  ['with the domain before the last @', { email: '"eve@example.org"@example.net', email_verified: true }],
])('creates none for an address %s', async (_, person) => {
  expect(await signIn(person)).toBe('/login?problem=forbidden');
});

it('replaces an account whose owner never verified the address', async () => {
  const email = 'grace@example.org';
  const registrar = new ApiCaller(app.url);
  await registrar.post('/v1/sessions', { email: 'admin@example.com', password: PASSWORD });
  const { body } = await registrar.post('/v1/accounts', { full_name: 'Eve', email, password: PASSWORD });
  await app.runSql(`update accounts set email_state = 'required' where id = ?`, [body.id]);
  expect(await signIn({ email })).toBe('/login?problem=forbidden');
  expect(await signIn({ email, email_verified: true })).toBe('/');
  const [old] = await app.runSql('select email, deleted_at from accounts where id = ?', [body.id]);
  expect(old).toEqual({ email: '', deleted_at: expect.any(String) as unknown });
});

it("allows no registration with a password, since that doesn't verify the address", async () => {
  expectProblem(await register('eve@example.org'), 403, 'forbidden', { instance: '/v1/accounts' });
});
