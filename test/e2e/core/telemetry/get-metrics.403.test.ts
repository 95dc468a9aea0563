import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendRaw } from '../../../support/raw-request.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

const PROXY_HEADERS = {
  'x-forwarded-for': '203.0.113.7',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'weather.example.com',
  'x-real-ip': '203.0.113.7',
  forwarded: 'for=203.0.113.7',
  via: '1.1 caddy',
  'cf-connecting-ip': '203.0.113.7',
};

describe.each([
  ['no proxy is trusted', {}],
  ['this machine is a trusted proxy', { TRUSTED_PROXIES: '127.0.0.1' }],
])('where %s', (_, environment) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(environment);
  });
  afterAll(() => app.close());
  const scrape = (headers: Record<string, string>) =>
    sendRaw<{ code: string }>(app.url, { path: '/metrics', headers });

  it.each(Object.entries(PROXY_HEADERS))(
    'refuses requests forwarded by a proxy on this machine: %s',
    async (name, value) => {
      const { status, body } = await scrape({ [name]: value });

      expect(status).toBe(403);
      expect(body.code).toBe('forbidden');
    },
  );

  it('refuses requests that claim to be forwarded for this machine', async () => {
    expect((await scrape({ 'x-forwarded-for': '127.0.0.1' })).status).toBe(403);
  });

  it('refuses other host names for this machine, as in DNS rebinding', async () => {
    expect((await scrape({ host: 'rebound.example.com' })).status).toBe(403);
    expect((await scrape({ host: '127.0.0.1.example.com' })).status).toBe(403);
    expect((await scrape({ host: 'localhost:9999' })).status).toBe(200);
  });
});
