import { expect, it } from '@jest/globals';
import { ApiCaller } from '../../../support/api-caller.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp();

it('lists every scope for anyone, with its holders', async () => {
  const { status, body } = await new ApiCaller(app().url).get<{ data: { name: string; title: string }[] }>(
    '/v1/scopes',
  );

  const scope = (name: string, holder: string) => ({
    name,
    title: expect.stringMatching(/\w+ \w+/) as unknown,
    holders: [holder],
    by_default: true,
  });
  expect(status).toBe(200);
  expect(body).toEqual({ data: expect.any(Array) as unknown });
  expect(body.data.sort((one, other) => (one.name < other.name ? -1 : 1))).toEqual([
    scope('forecast:batch', 'key'),
    scope('forecast:read', 'key'),
    scope('keys:manage', 'client'),
    scope('usage:read', 'client'),
  ]);
});

it('lists those of personal access tokens on request', async () => {
  const { body } = await new ApiCaller(app().url).get<{ data: { name: string; holders: string[] }[] }>(
    '/v1/scopes?holder=token',
  );

  expect(body.data.map(({ name, holders }) => [name, ...holders]).sort()).toEqual([
    ['accounts:read', 'token'],
    ['audit:read', 'token'],
    ['clients:manage', 'token'],
    ['clients:read', 'token'],
    ['forecast-alerts:manage', 'token'],
    ['forecast-alerts:read', 'token'],
    ['keys:manage', 'token'],
    ['organizations:read', 'token'],
    ['profile:read', 'token'],
    ['usage:read', 'token'],
    ['webhooks:manage', 'token'],
    ['webhooks:read', 'token'],
  ]);
});
