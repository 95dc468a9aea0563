import { beforeAll, describe, expect, it } from '@jest/globals';
import { createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { startTestApp, useTestApp } from '../../support/test-app.js';

const app = useTestApp({ DEFAULT_RATE_LIMITS: undefined });

describe('201', () => {
  let caller: SignedInCaller;
  beforeAll(async () => {
    caller = await signedInCaller(app());
  });

  it('returns exactly the client and its secret, in a response that must not be cached', async () => {
    const { status, headers, body } = await caller.post('/v1/clients', {
      name: '  Station ',
      description: ' On the roof ',
    });

    expect(status).toBe(201);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      client_id: expect.stringMatching(/^cli_[0-9A-HJKMNP-TV-Z]{26}$/),
      organization_id: expect.stringMatching(/^org_[0-9A-HJKMNP-TV-Z]{26}$/),
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

  it('never returns the secret again', async () => {
    const { body } = await caller.post<Record<string, string>>('/v1/clients', { name: 'Secretive' });

    const again = [await caller.get(`/v1/clients/${body.client_id}`), await caller.get('/v1/clients')];

    for (const { status, body: shown } of again) {
      expect(status).toBe(200);
      expect(JSON.stringify(shown)).toContain(body.client_id);
      expect(JSON.stringify(shown)).not.toMatch(/secret/);
      expect(JSON.stringify(shown)).not.toContain(body.client_secret);
    }
  });

  it('gives clients of the same name their own ids and secrets', async () => {
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
  ])('accepts the description %j and returns it as %j', async (description, shown) => {
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
    ])('merges %j with the defaults', async (rate_limits, expected) => {
      const { status, body } = await caller.post('/v1/clients', { name: 'Station', rate_limits });

      expect(status).toBe(201);
      expect(body.rate_limits).toEqual(expected);
    });
  });

  describe('where the defaults have no window for minutes and hours', () => {
    const narrowApp = useTestApp({ DEFAULT_RATE_LIMITS: 'second=5,day=100' });
    const none = { minute: null, hour: null };

    it.each([
      [{}, { second: 5, ...none, day: 100 }],
      [{ minute: 999_999_999 }, { second: 5, minute: 999_999_999, hour: null, day: 100 }],
      [
        { minute: null, hour: null },
        { second: 5, ...none, day: 100 },
      ],
    ])('accepts %j', async (rate_limits, expected) => {
      const { body } = await (
        await signedInCaller(narrowApp())
      ).post('/v1/clients', { name: 'Station', rate_limits });

      expect(body.rate_limits).toEqual(expected);
    });
  });

  it('lets an administrator exceed the ceiling, or remove a limit', async () => {
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
});

describe('400', () => {
  const instance = '/v1/clients';
  let caller: SignedInCaller;
  beforeAll(async () => {
    caller = await signedInCaller(app());
  });

  it.each([
    [['/name'], {}],
    [['/name'], { name: null }],
    [['/name'], { name: ' ' }],
    [['/name'], { name: ['Station'] }],
    [['/name'], { name: 'x'.repeat(101) }],
    [['/name'], { name: '🌩'.repeat(101) }],
    [['/name'], { name: 'a\0b' }],
    [['/name', '/description'], { name: 1, description: 2 }],
    [['/description'], { name: 'Station', description: '🌩'.repeat(501) }],
    [['/description'], { name: 'Station', description: '\ud83c' }],
    [['/client_id', '/status'], { name: 'Station', client_id: 'cli_mine', status: 'active' }],
    [['/scopes'], { name: 'Station', scopes: ['forecast:read'] }],
  ])('rejects invalid members %j: %j', async (pointers, body) => {
    const answer = await caller.post(instance, body);

    expectProblem(answer, 400, 'invalid_parameter', { instance, pointers });
  });

  it.each([
    ['/rate_limits', 10],
    ['/rate_limits', 'second=10'],
    ['/rate_limits', []],
    ['/rate_limits', [{ second: 1 }]],
    ['/rate_limits/second', { second: 0 }],
    ['/rate_limits/second', { second: -1 }],
    ['/rate_limits/minute', { minute: 1.5 }],
    ['/rate_limits/minute', { minute: '300' }],
    ['/rate_limits/hour', { hour: true }],
    ['/rate_limits/hour', { hour: [5] }],
    ['/rate_limits/day', { day: 1e300 }],
    ['/rate_limits/week', { week: 1 }],
    ['/rate_limits/__proto__', JSON.parse('{"__proto__":{"second":1}}') as unknown],
  ])('rejects an invalid %s: %j', async (pointer, rate_limits) => {
    const body = { name: 'Station', rate_limits };
    const answer = await caller.post(instance, body);

    expectProblem(answer, 400, 'invalid_parameter', { instance, pointers: [pointer] });
  });

  it('has created no client in any of these tests', async () => {
    expect((await caller.get<{ data: unknown[] }>(instance)).body.data).toEqual([]);
  });
});

describe('403', () => {
  const app = useTestApp({ DEFAULT_RATE_LIMITS: 'second=10,hour=1000,day=2000' });
  const instance = '/v1/clients';
  let caller: SignedInCaller;
  beforeAll(async () => {
    await signedInCaller(app());
    caller = await signedInCaller(app());
  });

  it.each([
    [['second'], { second: 11 }],
    [['hour'], { second: 10, hour: 1001, day: 2000 }],
    [['day'], { day: 999_999_999 }],
    [['second'], { second: null }],
    [['second', 'day'], { second: 11, hour: 1000, day: null }],
  ])('refuses a member limits above the ceiling, and names each: %j in %j', async (windows, rate_limits) => {
    const answer = await caller.post(instance, { name: 'Station', rate_limits });

    const pointers = windows.map((window) => `/rate_limits/${window}`);
    expectProblem(answer, 403, 'forbidden', { instance, pointers });
  });

  it('has created no client in any of these tests', async () => {
    expect((await caller.get<{ data: unknown[] }>(instance)).body.data).toEqual([]);
  });
});

describe('409', () => {
  const app = useTestApp({ MAX_CLIENTS_PER_ACCOUNT: '3' });
  const instance = '/v1/clients';
  const create = (caller: Awaited<ReturnType<typeof signedInCaller>>) =>
    caller.post(instance, { name: 'Station' });

  it('creates exactly as many concurrent clients as an account may have', async () => {
    const caller = await signedInCaller(app());

    const answers = await Promise.all(Array.from({ length: 12 }, () => create(caller)));

    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(3).fill(201), ...Array<number>(9).fill(409)]);
    const refused = answers.find(({ status }) => status === 409)!;
    expectProblem(refused, 409, 'conflict', { instance, detail: expect.stringContaining('3') });
    expect((await create(await signedInCaller(app()))).status).toBe(201);
  });

  it('counts a deleted client until the end of the UTC day', async () => {
    const caller = await signedInCaller(app());
    const ids = [await createClient(caller), await createClient(caller), await createClient(caller)];
    await caller.delete(`${instance}/${ids[0]}`);
    await caller.delete(`${instance}/${ids[1]}`);

    expectProblem(await create(caller), 409, 'conflict', { instance });

    await app().runSql(
      `update clients set deleted_at = date_trunc('day', now(), 'UTC') - interval '1 millisecond' where id = ?`,
      [ids[0]],
    );
    await app().runSql(`update clients set deleted_at = date_trunc('day', now(), 'UTC') where id = ?`, [
      ids[1],
    ]);
    expect((await create(caller)).status).toBe(201);
    expectProblem(await create(caller), 409, 'conflict', { instance });
  });
});
