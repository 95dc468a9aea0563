import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type DnsServer, startDnsServer } from '../../../support/dns-server.js';
import { type OpenIdIssuer, startOpenIdIssuer } from '../../../support/openid-issuer.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';
import { type Company, createCompany, setIssuer } from './organization-scene.js';
import { SsoBrowser } from './sso-browser.js';

const [ATTACKER, PERSON] = ['203.0.113.1', '203.0.113.2'];

let dns: DnsServer;
let issuer: OpenIdIssuer;
let app: TestApp;
let silent: Company;
let other: Company;
beforeAll(async () => {
  dns = await startDnsServer();
  dns.ignores = (name) => name === 'silent.example';
  // A name, which is looked up as well.
  issuer = await startOpenIdIssuer({
    redirectUri: 'http://localhost:3000/v1/sessions/oidc/oidc/callback',
    host: 'localhost',
  });
  app = await startTestApp({
    ...issuer.environment,
    DNS_SERVERS: dns.address,
    ALLOWED_NETWORKS: '127.0.0.0/8,::1',
    TRUSTED_PROXIES: '127.0.0.1',
  });
  [silent, other] = [await createCompany(app), await createCompany(app)];
  for (const company of [silent, other]) expect((await setIssuer(company, issuer.issuer)).status).toBe(200);
  await app.runSql(
    `update organization_issuers set issuer = 'https://silent.example' where organization_id = ?`,
    [silent.id],
  );
});
afterAll(async () => {
  await app.close();
  await issuer.stop();
  dns.stop();
});

async function start(provider: string, address: string): Promise<string> {
  const headers = { 'x-forwarded-for': address };
  const response = await new SsoBrowser(app).open(`/v1/sessions/oidc/${provider}`, { headers });
  return response.headers.get('location')!;
}

it("an organization's silent name server delays nobody else, and has places", async () => {
  const ended: string[] = [];
  const attack = Array.from({ length: 24 }, async () => {
    const location = await start(silent.id, ATTACKER);
    ended.push(location);
    return location;
  });
  while (dns.asked.filter((question) => question === 'silent.example A').length < 20 || ended.length < 4)
    await new Promise((resolve) => setImmediate(resolve));

  for (const provider of ['oidc', other.id, 'oidc', other.id])
    expect(await start(provider, PERSON)).toContain(issuer.issuer);
  const tooMany = '/login?problem=too_many_attempts';
  expect(ended).toEqual(Array.from({ length: 4 }, () => tooMany));

  const locations = await Promise.all(attack);
  expect(locations.filter((location) => location === '/login?problem=unavailable')).toHaveLength(20);
  // The places are free again.
  expect(await start('oidc', ATTACKER)).toContain(issuer.issuer);
}, 30_000);

it('an organization has 50 places, whoever asks', async () => {
  dns.asked.length = 0;
  const people = Array.from({ length: 60 }, (_, i) => start(silent.id, `198.51.100.${i}`));
  const locations = await Promise.all(people);
  expect(locations.filter((location) => location === '/login?problem=unavailable')).toHaveLength(50);
  expect(locations.filter((location) => location === '/login?problem=too_many_attempts')).toHaveLength(10);
}, 30_000);

it('starts with an unavailable provider of an organization count as attempts', async () => {
  await app.runSql(
    `update organization_issuers set issuer = 'https://missing.example' where organization_id = ?`,
    [silent.id],
  );
  const address = '203.0.113.3';
  for (let i = 0; i < 100; i += 1) expect(await start(silent.id, address)).toBe('/login?problem=unavailable');
  expect(await start(silent.id, address)).toBe('/login?problem=too_many_attempts');
});
