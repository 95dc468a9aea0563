import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { signedInCaller } from '../../../support/api-caller.js';
import { startOpenIdIssuer, type OpenIdIssuer } from '../../../support/openid-issuer.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';
import { createCompany, setIssuer } from './organization-scene.js';
import { SsoBrowser } from './sso-browser.js';

/** An address in the network that the operator allows, and one outside of it. */
const [ALLOWED, PRIVATE] = ['127.0.0.1', '127.0.0.2'];

let app: TestApp;
let issuer: OpenIdIssuer;
let connections = 0;
const servers = new Map<string, Server>();
const stopped: (() => Promise<void>)[] = [];
beforeAll(async () => {
  app = await startTestApp({ ALLOWED_NETWORKS: ALLOWED });
  await signedInCaller(app);
  for (const address of [ALLOWED, PRIVATE]) {
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await once(server.listen(0, address), 'listening');
    servers.set(address, server);
  }
});
afterAll(async () => {
  await app.close();
  for (const server of servers.values()) server.close();
  for (const stop of stopped) await stop();
});

/** Signs in with an organization's issuer whose metadata has this endpoint. Returns where the sign-in ends. */
async function signInWith(endpoint: string, url: string): Promise<string> {
  const company = await createCompany(app);
  issuer = await startOpenIdIssuer({
    redirectUri: `http://localhost:3000/v1/sessions/oidc/${company.id}/callback`,
  });
  stopped.push(() => issuer.stop());
  issuer.person = { sub: 'ada', email: `ada@${company.domain}`, email_verified: true };
  issuer.after = ({ path, body }) => {
    if (path === '/.well-known/openid-configuration') Object.assign(body as object, { [endpoint]: url });
  };
  expect((await setIssuer(company, issuer.issuer)).status).toBe(200);
  connections = 0;
  app.logLines.length = 0;
  return new SsoBrowser(app).signIn(issuer, { id: company.id });
}

const urlAt = (protocol: string, address: string) =>
  `${protocol}://${address}:${(servers.get(address)!.address() as AddressInfo).port}/x`;

for (const endpoint of ['token_endpoint', 'jwks_uri', 'userinfo_endpoint']) {
  it.each(['http', 'https'])(
    `an organization's issuer whose ${endpoint} is at a private address, by %s, reaches nothing there`,
    async (protocol) => {
      expect(await signInWith(endpoint, urlAt(protocol, PRIVATE))).toBe('/login?problem=refused');
      expect(connections).toBe(0);
      expect(app.logLines.join('')).toContain(`The service doesn't connect to ${protocol}://${PRIVATE}`);
    },
  );

  it(`its ${endpoint} is asked where the operator allows it`, async () => {
    expect(await signInWith(endpoint, urlAt('http', ALLOWED))).toBe('/login?problem=unavailable');
    expect(connections).toBeGreaterThan(0);
  });
}
