import { beforeAll, describe, expect, it } from '@jest/globals';
import { ApiCaller, createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { publishRun } from '../../support/published-run.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

describe('201', () => {
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

  it('returns exactly the key, in a response that must not be cached', async () => {
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

  it('creates keys that work in the next request', async () => {
    for (let count = 0; count < 5; count += 1) {
      const { body } = await create();
      expect((await forecast(body.key)).status).toBe(200);
    }
  });

  it("never returns a key again, and doesn't store it", async () => {
    const { body } = await create();

    expect(JSON.stringify((await caller.get(`${path}?limit=100`)).body)).not.toContain(body.key);
    const rows = await app().runSql('select to_jsonb(api_keys)::text as row from api_keys where id = ?', [
      body.id,
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0].row).not.toContain(body.key.slice((body.start as string).length));
  });

  it('creates different keys under the same name', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => create()));

    expect(new Set(answers.map(({ body }) => body.key)).size).toBe(5);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(5);
  });

  it('counts lengths in code points', async () => {
    const name = '🌩'.repeat(100);

    expect((await create({ name })).body.name).toBe(name);
  });

  it('treats null as absent', async () => {
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
  ])('accepts the expiry %s and returns it as %s', async (expires_at, shown) => {
    const { status, body } = await create({ expires_at });

    expect(status).toBe(201);
    expect(body).toMatchObject({ expires_at: shown, status: 'active' });
  });

  it.each([
    [['0.0.0.0/0', '::/0']],
    [['203.0.113.7', '10.0.0.0/8', '2001:DB8::/32', '::1', '::ffff:192.0.2.1']],
    [Array.from({ length: 50 }, (_, number) => `10.0.0.${number}`)],
  ])('accepts the addresses %j', async (allowed_ips) => {
    const { status, body } = await create({ allowed_ips });

    expect(status).toBe(201);
    expect(body.allowed_ips).toEqual(allowed_ips);
  });

  describe('with scopes', () => {
    it.each([[['forecast:read']], [['forecast:batch']], [['forecast:batch', 'forecast:read']]])(
      'accepts %j',
      async (scopes) => {
        expect((await create({ scopes })).body.scopes).toEqual(scopes);
      },
    );

    it('defaults to those of the client', async () => {
      const clientId = await createClient(caller);
      await app().runSql(`update clients set scopes = '{usage:read,forecast:batch}' where id = ?`, [
        clientId,
      ]);

      const { body } = await caller.post(`/v1/clients/${clientId}/api-keys`, { name: 'Station' });

      expect(body.scopes).toEqual(['forecast:batch']);
    });
  });
});

describe('400', () => {
  let caller: SignedInCaller;
  let instance: string;
  beforeAll(async () => {
    caller = await signedInCaller(app());
    instance = `/v1/clients/${await createClient(caller)}/api-keys`;
  });

  it.each([
    [['/name'], {}],
    [['/name'], { name: '\t' }],
    [['/name'], { name: '🌩'.repeat(101) }],
    [['/name'], { name: 'a\0' }],
    [['/name', '/scopes', '/expires_at', '/allowed_ips'], { scopes: 1, expires_at: 2, allowed_ips: 3 }],
    [['/key', '/client_id'], { name: 'Station', key: 'wx_mine', client_id: 'cli_mine' }],
  ])('rejects invalid members %j: %j', async (pointers, body) => {
    const answer = await caller.post(instance, body);

    expectProblem(answer, 400, 'invalid_parameter', { instance, pointers });
  });

  it.each([
    ['scopes', 'forecast:read'],
    ['scopes', []],
    ['scopes', ['forecast:write']],
    ['scopes', ['usage:read']],
    ['scopes', ['forecast:read', 'keys:manage']],
    ['scopes', ['forecast:read', 'forecast:read']],
    ['scopes', ['Forecast:Read']],
    ['scopes', [null]],
    ['scopes', ['__proto__']],
    ['expires_at', ''],
    ['expires_at', 'tomorrow'],
    ['expires_at', '2099-01-31'],
    ['expires_at', '2099-01-31T00:00:00'],
    ['expires_at', '2099-02-30T00:00:00Z'],
    ['expires_at', '2099-01-31T24:00:00Z'],
    ['expires_at', '2020-01-01T00:00:00Z'],
    ['expires_at', 4_073_500_800],
    ['expires_at', { $gt: '2099-01-31T00:00:00Z' }],
    ['allowed_ips', '203.0.113.7'],
    ['allowed_ips', ['example.com']],
    ['allowed_ips', ['203.0.113']],
    ['allowed_ips', ['203.0.113.256']],
    ['allowed_ips', ['203.0.113.0/33']],
    ['allowed_ips', ['203.0.113.0/']],
    ['allowed_ips', ['203.0.113.0/-1']],
    ['allowed_ips', ['203.0.113.0/255.255.255.0']],
    ['allowed_ips', ['2001:db8::/129']],
    ['allowed_ips', ['2001:db8::1::2']],
    ['allowed_ips', ['fe80::1%eth0']],
    ['allowed_ips', ['203.0.113.7', 7]],
    ['allowed_ips', [['203.0.113.7']]],
    ['allowed_ips', [' 203.0.113.7']],
    ['allowed_ips', Array.from({ length: 51 }, (_, number) => `10.0.0.${number}`)],
  ])('rejects an invalid /%s: %j', async (member, value) => {
    const answer = await caller.post(instance, { name: 'Station', [member]: value });

    expectProblem(answer, 400, 'invalid_parameter', { instance, pointers: [`/${member}`] });
  });

  it('has created no key in any of these tests', async () => {
    expect((await caller.get<{ data: unknown[] }>(instance)).body.data).toEqual([]);
  });
});

describe('403', () => {
  let caller: SignedInCaller;
  beforeAll(async () => {
    caller = await signedInCaller(app());
  });

  it('refuses a scope that the client lacks', async () => {
    const clientId = await createClient(caller);
    await app().runSql(`update clients set scopes = '{forecast:read,usage:read}' where id = ?`, [clientId]);
    const instance = `/v1/clients/${clientId}/api-keys`;

    const answer = await caller.post(instance, {
      name: 'Station',
      scopes: ['forecast:read', 'forecast:batch'],
    });

    const detail = expect.stringContaining('forecast:batch') as unknown;
    expectProblem(answer, 403, 'forbidden', { instance, detail });
    expect((await caller.get(instance)).body).toEqual({ data: [], next_cursor: null });
  });
});

describe('409', () => {
  const app = useTestApp({ MAX_KEYS_PER_CLIENT: '3' });

  async function newClient() {
    const caller = await signedInCaller(app());
    const instance = `/v1/clients/${await createClient(caller)}/api-keys`;
    const create = () => caller.post<{ id: string }>(instance, { name: 'Station' });
    return { caller, instance, create };
  }

  it('creates exactly as many concurrent keys as a client may have', async () => {
    const { instance, create } = await newClient();

    const answers = await Promise.all(Array.from({ length: 12 }, create));

    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(3).fill(201), ...Array<number>(9).fill(409)]);
    const refused = answers.find(({ status }) => status === 409)!;
    expectProblem(refused, 409, 'conflict', { instance, detail: expect.stringContaining('3') });
    expect((await (await newClient()).create()).status).toBe(201);
  });

  it("doesn't count revoked or expired keys", async () => {
    const { caller, instance, create } = await newClient();
    const [revoked, expired] = [await create(), await create(), await create()];
    expectProblem(await create(), 409, 'conflict', { instance });

    await caller.delete(`${instance}/${revoked.body.id}`);
    expect((await create()).status).toBe(201);
    expectProblem(await create(), 409, 'conflict', { instance });

    await app().runSql('update api_keys set expires_at = now() where id = ?', [expired.body.id]);
    expect((await create()).status).toBe(201);
    expectProblem(await create(), 409, 'conflict', { instance });
  });
});
