import { beforeAll, describe, expect, it } from '@jest/globals';
import { signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { startTestApp, useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let caller: SignedInCaller;
beforeAll(async () => {
  caller = await signedInCaller(app());
});

it('returns exactly the client and its secret, which no cache keeps', async () => {
  const { status, headers, body } = await caller.post('/v1/clients', {
    name: '  Station ',
    description: ' On the roof ',
  });

  expect(status).toBe(201);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body).toEqual({
    client_id: expect.stringMatching(/^cli_[0-9A-HJKMNP-TV-Z]{26}$/),
    client_secret: expect.stringMatching(/^[A-Za-z0-9_]{32,}$/),
    name: 'Station',
    description: 'On the roof',
    scopes: ['forecast:read', 'forecast:batch', 'keys:manage', 'usage:read'],
    rate_limits: { second: 10, minute: 300, hour: 5000, day: 50000 },
    status: 'active',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    updated_at: body.created_at,
  });
});

it('never answers with the secret again', async () => {
  const { body } = await caller.post<Record<string, string>>('/v1/clients', { name: 'Secretive' });

  const again = [await caller.get(`/v1/clients/${body.client_id}`), await caller.get('/v1/clients')];

  for (const { status, body: shown } of again) {
    expect(status).toBe(200);
    expect(JSON.stringify(shown)).toContain(body.client_id);
    expect(JSON.stringify(shown)).not.toMatch(/secret/);
    expect(JSON.stringify(shown)).not.toContain(body.client_secret);
  }
});

it('gives clients of the same name ids and secrets of their own', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => caller.post('/v1/clients', { name: 'Twin' })));

  expect(new Set(answers.map(({ body }) => body.client_id)).size).toBe(3);
  expect(new Set(answers.map(({ body }) => body.client_secret)).size).toBe(3);
});

it('counts lengths in code points', async () => {
  const texts = { name: '🌩'.repeat(100), description: '🌩'.repeat(500) };
  const { status, body } = await caller.post('/v1/clients', texts);

  expect(status).toBe(201);
  expect(body).toMatchObject(texts);
});

it.each([
  [undefined, null],
  [null, null],
  ['', ''],
])('takes the description %j as %j', async (description, shown) => {
  const { status, body } = await caller.post('/v1/clients', { name: 'Station', description });

  expect(status).toBe(201);
  expect(body.description).toBe(shown);
});

describe('with rate limits', () => {
  const defaults = { second: 10, minute: 300, hour: 5000, day: 50000 };

  it.each([
    [undefined, defaults],
    [null, defaults],
    [{}, defaults],
    [{ second: 1 }, { ...defaults, second: 1 }],
    [
      { hour: 7, day: 1 },
      { ...defaults, hour: 7, day: 1 },
    ],
    [defaults, defaults],
  ])('takes %j over the defaults', async (rate_limits, expected) => {
    const { status, body } = await caller.post('/v1/clients', { name: 'Station', rate_limits });

    expect(status).toBe(201);
    expect(body.rate_limits).toEqual(expected);
  });
});

describe('where the defaults have no window for a minute and an hour', () => {
  const narrowApp = useTestApp({ DEFAULT_RATE_LIMITS: 'second=5,day=100' });
  const none = { minute: null, hour: null };

  it.each([
    [{}, { second: 5, ...none, day: 100 }],
    [{ minute: 999_999_999 }, { second: 5, minute: 999_999_999, hour: null, day: 100 }],
    [
      { minute: null, hour: null },
      { second: 5, ...none, day: 100 },
    ],
  ])('takes %j', async (rate_limits, expected) => {
    const { body } = await (
      await signedInCaller(narrowApp())
    ).post('/v1/clients', { name: 'Station', rate_limits });

    expect(body.rate_limits).toEqual(expected);
  });
});

it('gives an administrator limits above the ceiling, and none where they ask for none', async () => {
  const service = await startTestApp({ DEFAULT_RATE_LIMITS: 'second=10,day=1000' });
  const admin = await signedInCaller(service);
  const { status, body } = await admin.post('/v1/clients', {
    name: 'Station',
    rate_limits: { second: null, minute: 999, day: 1001 },
  });
  await service.close();

  expect(status).toBe(201);
  expect(body.rate_limits).toEqual({ second: null, minute: 999, hour: null, day: 1001 });
});
