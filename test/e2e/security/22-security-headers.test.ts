import { expect, it } from '@jest/globals';
import { signedInCaller } from '../../support/api-caller.js';
import { sendRaw } from '../../support/raw-request.js';
import { startTestApp, useTestApp } from '../../support/test-app.js';

const app = useTestApp();

const CONTENT_POLICY: Record<string, string[]> = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
};

const onPages = [
  ['GET', '/'],
  ['GET', '/docs'],
  ['GET', '/docs/errors'],
  ['GET', '/assets/icon.svg'],
  ['GET', '/openapi.json'],
  ['GET', '/health/live'],
  ['GET', '/nothing'],
];
/** Not pages. */
const onApi = [
  ['GET', '/v1/accounts/me'],
  ['GET', '/v1/weather/forecast'],
  ['POST', '/v1/sessions'],
  ['PUT', '/v1/sessions'],
  ['GET', '/v1/nothing'],
  ['GET', '/v1/clients/%zz'],
];

async function headersOf(method: string, path: string): Promise<{ headers: Headers; policy: object }> {
  const { headers } = await sendRaw(app().url, { method, path });
  const policy = headers
    .get('content-security-policy')!
    .split(';')
    .map((directive) => directive.trim().split(/\s+/));
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('strict-transport-security')).toBeNull();
  expect(headers.get('x-powered-by')).toBeNull();
  expect(headers.get('server')).toBeNull();
  return { headers, policy: Object.fromEntries(policy.map(([name, ...sources]) => [name, sources])) };
}

it.each(onPages)('are in the response to %s %s', async (method, path) => {
  const { headers, policy } = await headersOf(method, path);

  expect(policy).toEqual(CONTENT_POLICY);
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  expect(headers.get('origin-agent-cluster')).toBe('?1');
  expect(headers.get('x-dns-prefetch-control')).toBe('off');
});

it.each(onApi)('allow nothing in the response to %s %s', async (method, path) => {
  const { headers, policy } = await headersOf(method, path);

  expect(headers.get('cache-control')).toBe('no-store');
  expect(policy).toEqual({ 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] });
});

it('enforce HTTPS if the service is reached over it', async () => {
  const secure = await startTestApp({ PUBLIC_URL: 'https://weather.example' });
  try {
    for (const path of ['/', '/docs', '/v1/weather/fields']) {
      const { headers } = await sendRaw(secure.url, { path });
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    }
  } finally {
    await secure.close();
  }
});

it.each(['/v1/accounts/me', '/v1/clients', '/v1/sessions', '/v1/audit'])(
  'prevent caching of %s',
  async (path) => {
    const { status, headers } = await (await signedInCaller(app())).get(path);

    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
  },
);
