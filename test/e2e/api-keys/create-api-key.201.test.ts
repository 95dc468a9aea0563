import { beforeAll, describe, expect, it } from '@jest/globals';
import { ApiCaller, createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { publishRun } from '../../support/published-run.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let caller: SignedInCaller;
let path: string;
beforeAll(async () => {
  await publishRun(app());
  caller = await signedInCaller(app());
  path = `/v1/clients/${await createClient(caller)}/api-keys`;
});

const create = (body: Record<string, unknown> = {}) =>
  caller.post<Record<string, unknown> & { key: string }>(path, { name: 'Station', ...body });
const forecast = (apikey: string) =>
  new ApiCaller(app().url).get('/v1/weather/forecast?lat=1&lon=1', { apikey });

it('returns exactly the key, which no cache keeps', async () => {
  const { status, headers, body } = await create({ name: '  Station ' });

  expect(status).toBe(201);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body).toEqual({
    id: expect.stringMatching(/^key_[0-9A-HJKMNP-TV-Z]{26}$/),
    key: expect.stringMatching(/^wx_[0-9A-Za-z]{38}$/),
    name: 'Station',
    start: expect.stringMatching(/^wx_[0-9A-Za-z]{1,8}$/),
    scopes: ['forecast:read', 'forecast:batch'],
    allowed_ips: [],
    status: 'active',
    expires_at: null,
    last_used_at: null,
    rotated_from: null,
    revoked_at: null,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  });
  expect(body.key.startsWith(body.start as string)).toBe(true);
});

it('makes keys that work in the next request', async () => {
  for (let count = 0; count < 5; count += 1) {
    const { body } = await create();
    expect((await forecast(body.key)).status).toBe(200);
  }
});

it('never answers with a key again, and stores none', async () => {
  const { body } = await create();

  expect(JSON.stringify((await caller.get(`${path}?limit=100`)).body)).not.toContain(body.key);
  const rows = await app().runSql('select to_jsonb(api_keys)::text as row from api_keys where id = ?', [
    body.id,
  ]);
  expect(rows).toHaveLength(1);
  expect(rows[0].row).not.toContain(body.key.slice((body.start as string).length));
});

it('makes different keys under the same name', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => create()));

  expect(new Set(answers.map(({ body }) => body.key)).size).toBe(5);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(5);
});

it('counts lengths in code points', async () => {
  const name = '🌩'.repeat(100);

  expect((await create({ name })).body.name).toBe(name);
});

it('takes null as absent', async () => {
  const { status, body } = await create({ scopes: null, expires_at: null, allowed_ips: null });

  expect(status).toBe(201);
  expect(body).toMatchObject({
    scopes: ['forecast:read', 'forecast:batch'],
    allowed_ips: [],
    expires_at: null,
  });
});

it.each([
  ['2099-01-31T00:00:00Z', '2099-01-31T00:00:00Z'],
  ['2099-01-31T00:00:00.9Z', '2099-01-31T00:00:00Z'],
  ['2099-01-31T01:30:00+01:30', '2099-01-31T00:00:00Z'],
  ['2096-02-29T23:59-0700', '2096-03-01T06:59:00Z'],
])('takes the expiry %s as %s', async (expires_at, shown) => {
  const { status, body } = await create({ expires_at });

  expect(status).toBe(201);
  expect(body).toMatchObject({ expires_at: shown, status: 'active' });
});

it.each([
  [['0.0.0.0/0', '::/0']],
  [['203.0.113.7', '10.0.0.0/8', '2001:DB8::/32', '::1', '::ffff:192.0.2.1']],
  [Array.from({ length: 50 }, (_, number) => `10.0.0.${number}`)],
])('takes the addresses %j', async (allowed_ips) => {
  const { status, body } = await create({ allowed_ips });

  expect(status).toBe(201);
  expect(body.allowed_ips).toEqual(allowed_ips);
});

describe('with scopes', () => {
  it.each([[['forecast:read']], [['forecast:batch']], [['forecast:batch', 'forecast:read']]])(
    'takes %j',
    async (scopes) => {
      expect((await create({ scopes })).body.scopes).toEqual(scopes);
    },
  );

  it('gives those of the client by default', async () => {
    const clientId = await createClient(caller);
    await app().runSql(`update clients set scopes = '{usage:read,forecast:batch}' where id = ?`, [clientId]);

    const { body } = await caller.post(`/v1/clients/${clientId}/api-keys`, { name: 'Station' });

    expect(body.scopes).toEqual(['forecast:batch']);
  });
});
