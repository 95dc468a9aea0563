import { expect, it } from '@jest/globals';
import { sendRaw } from '../../support/raw-request.js';
import { useTestApp } from '../../support/test-app.js';

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

it.each([
  ['GET', '/'],
  ['GET', '/docs'],
  ['GET', '/docs/errors'],
  ['GET', '/docs/assets/swagger-ui-bundle.js'],
  ['GET', '/openapi.json'],
  ['GET', '/health/live'],
  ['GET', '/v1/accounts/me'],
  ['GET', '/v1/weather/forecast'],
  ['POST', '/v1/sessions'],
  ['PUT', '/v1/sessions'],
  ['GET', '/v1/nothing'],
])('are in the answer to %s %s', async (method, path) => {
  const { headers } = await sendRaw(app().url, { method, path });

  const policy = headers
    .get('content-security-policy')!
    .split(';')
    .map((directive) => directive.trim().split(/\s+/));
  expect(Object.fromEntries(policy.map(([name, ...sources]) => [name, sources]))).toEqual(CONTENT_POLICY);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('strict-transport-security')).toBeNull();
  expect(headers.get('x-powered-by')).toBeNull();
  expect(headers.get('server')).toBeNull();
});
