import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { startTestService, type TestService } from 'weather-forecast-service/testing';
import companySignIn from '../src/company-sign-in/company-sign-in.feature.js';

const CLAIMS = { sub: 'u-1', email: 'ada@company.example', name: 'Ada Example' };
const { publicKey, privateKey } = await generateKeyPair('ES256');
const { privateKey: otherKey } = await generateKeyPair('ES256');

let service: TestService;
const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: '1', alg: 'ES256' }] };
const keys = createServer((_, response) => response.end(JSON.stringify(jwks)));
before(async () => {
  await once(keys.listen(0, '127.0.0.1'), 'listening');
  const COMPANY_KEYS_URL = `http://127.0.0.1:${(keys.address() as AddressInfo).port}/`;
  service = await startTestService({ features: [companySignIn], environment: { COMPANY_KEYS_URL } });
  // The administrator, who comes first.
  await service.signIn();
});
after(async () => {
  await service.stop();
  keys.close();
});

interface Assertion {
  claims?: object;
  audience?: string;
  issuer?: string;
  issuedAt?: number;
  key?: CryptoKey;
}

function sign({ claims, audience, issuer, issuedAt, key }: Assertion = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ ...CLAIMS, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: '1' })
    .setIssuer(issuer ?? 'https://access.example.com')
    .setAudience(audience ?? 'weather')
    .setIssuedAt(issuedAt ?? now)
    .setExpirationTime((issuedAt ?? now) + 60)
    .sign(key ?? privateKey);
}

const signIn = (assertion?: string) =>
  fetch(`${service.url}/v1/sessions/company`, {
    redirect: 'manual',
    headers: assertion === undefined ? {} : { 'x-company-assertion': assertion },
  });

async function current(response: Response) {
  const cookie = response.headers.getSetCookie()[0].split(';', 1)[0];
  const answer = await fetch(`${service.url}/v1/sessions/current`, { headers: { cookie } });
  return (await answer.json()) as {
    session: { method: string };
    account: { id: string; full_name: string; email: string; role: string };
  };
}

test('the sign-in page gets its button', async () => {
  const answer = await fetch(`${service.url}/v1/sessions/methods`);
  assert.deepEqual(await answer.json(), {
    password: true,
    providers: [{ id: 'company', issuer: null, title: 'Continue with Example', url: '/v1/sessions/company' }],
    password_reset: false,
    passkeys: true,
  });
});

test('the first sign-in makes a member, the next one finds it, whatever its address is by then', async () => {
  const response = await signIn(await sign());
  assert.deepEqual([response.status, response.headers.get('location')], [303, '/']);
  const first = await current(response);
  assert.equal(first.session.method, 'company');
  const { full_name, email, role } = first.account;
  assert.deepEqual([full_name, email, role], ['Ada Example', 'ada@company.example', 'member']);

  const next = await current(await signIn(await sign({ claims: { email: 'countess@company.example' } })));
  assert.equal(next.account.id, first.account.id);
});

test('an address that has an account joins nobody to it', async () => {
  await signIn(await sign());
  const response = await signIn(await sign({ claims: { sub: 'u-2' } }));
  assert.equal(response.status, 409);
  assert.deepEqual(response.headers.getSetCookie(), []);
});

const now = Math.floor(Date.now() / 1000);
const unsigned = [{ alg: 'none' }, { ...CLAIMS, aud: 'weather', iss: 'https://access.example.com', iat: now }]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.');
const wrong: Record<string, () => Promise<string> | string | undefined> = {
  'no assertion': () => undefined,
  'one for another service': () => sign({ audience: 'payroll' }),
  'one of another issuer': () => sign({ issuer: 'https://access.example.org' }),
  'an old one': () => sign({ issuedAt: now - 600 }),
  'one signed with another key': () => sign({ key: otherKey }),
  'one without a signature': () => `${unsigned}.`,
};
for (const [name, make] of Object.entries(wrong))
  test(`${name} signs nobody in`, async () => {
    const response = await signIn(await make());
    assert.equal(response.status, 401);
    assert.deepEqual(response.headers.getSetCookie(), []);
  });

test('the OpenAPI document says how the route authenticates', async () => {
  const { paths, components } = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
    paths: Record<string, { get: { security: object[] } }>;
    components: { securitySchemes: Record<string, { name: string }> };
  };
  assert.deepEqual(paths['/v1/sessions/company'].get.security, [{ companyAssertion: [] }]);
  assert.equal(components.securitySchemes.companyAssertion.name, 'x-company-assertion');
});
