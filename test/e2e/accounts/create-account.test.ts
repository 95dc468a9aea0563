import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ApiCaller, PASSWORD } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

describe('201', () => {
  const app = useTestApp();
  const register = (body: Record<string, unknown>) =>
    new ApiCaller(app().url).post('/v1/accounts', { full_name: 'Ada', password: PASSWORD, ...body });

  it('makes exactly one of several simultaneous registrations the administrator, and later ones members', async () => {
    // Slows down insertions, so that the concurrent registrations would still find no account.
    await app().runSql(
      `create function dawdle() returns trigger language plpgsql as 'begin perform pg_sleep(0.2); return new; end'`,
    );
    await app().runSql(
      'create trigger dawdle before insert on accounts for each row execute function dawdle()',
    );
    const addresses = Array.from({ length: 4 }, (_, number) => `first-${number}@example.com`);

    const answers = await Promise.all(addresses.map((email) => register({ email })));
    await app().runSql('drop trigger dawdle on accounts');
    const later = await register({ email: 'later@example.com' });

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(answers.map(({ body }) => body.role).sort()).toEqual(['admin', 'member', 'member', 'member']);
    expect(later.body.role).toBe('member');
  });

  it('returns exactly the account, trimmed and without the password', async () => {
    const beforeMs = Date.now();
    const { status, headers, body } = await register({
      full_name: '  Ada Lovelace ',
      email: ' Ada@Example.COM ',
      organization: ' Engines ',
    });

    expect(status).toBe(201);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body).toEqual({
      id: expect.stringMatching(/^acc_[0-9A-HJKMNP-TV-Z]{26}$/),
      full_name: 'Ada Lovelace',
      email: 'Ada@Example.COM',
      organization: 'Engines',
      role: 'member',
      status: 'active',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      updated_at: body.created_at,
    });
    expect(Math.abs(Date.parse(body.created_at as string) - beforeMs)).toBeLessThan(60_000);
  });

  it('assigns ids that sort by creation', async () => {
    const first = await register({ email: 'sorted-1@example.com' });
    const second = await register({ email: 'sorted-2@example.com' });

    expect((first.body.id as string) < (second.body.id as string)).toBe(true);
  });

  it.each([undefined, null])('treats the organization %s as absent', async (organization) => {
    const { status, body } = await register({
      email: `no-organization-${organization}@example.com`,
      organization,
    });

    expect(status).toBe(201);
    expect(body.organization).toBeNull();
  });

  it('does not sign in', async () => {
    const { headers } = await register({ email: 'not-signed-in@example.com' });

    expect(headers.getSetCookie()).toEqual([]);
  });

  it('counts lengths in code points', async () => {
    const name = '🌩'.repeat(100);
    const { status, body } = await register({
      full_name: name,
      organization: name,
      email: 'emoji@example.com',
      password: '🌩️☂'.repeat(85),
    });

    expect(status).toBe(201);
    expect(body).toMatchObject({ full_name: name, organization: name });
  });

  it.each([
    ['64 Unicode characters', [...'pässwörd-雨☂🌧'.repeat(6)].slice(0, 64).join('')],
    ['eight characters, the fewest', 'ŧ4!x Q z'],
    ['blanks at both ends', '  eight blanks  '],
    ['256 code points that are 1,024 bytes', '🌦'.repeat(256)],
  ])('keeps a password of %s verbatim', async (name, password) => {
    const email = `${name.replaceAll(/\W+/g, '-')}@example.com`;
    expect((await register({ email, password })).status).toBe(201);

    const signIn = (attempt: string) =>
      new ApiCaller(app().url).post('/v1/sessions', { email, password: attempt });
    expect((await signIn(password)).status).toBe(201);
    expect((await signIn([...password].slice(0, -1).join(''))).status).toBe(401);
    expect((await signIn(password.trim())).status).toBe(password.trim() === password ? 201 : 401);
  });

  it('does not cut a password after 72 bytes', async () => {
    const email = 'long-password@example.com';
    const head = 'x'.repeat(72);
    expect((await register({ email, password: `${head}y` })).status).toBe(201);

    const signIn = (password: string) => new ApiCaller(app().url).post('/v1/sessions', { email, password });
    expect((await signIn(`${head}z`)).status).toBe(401);
    expect((await signIn(head)).status).toBe(401);
    expect((await signIn(`${head}y`)).status).toBe(201);
  });

  it('treats composed and decomposed forms of an address as the same account', async () => {
    const [composed, decomposed] = ['ren\u00e9@example.com', 'rene\u0301@example.com'];
    const { status, body } = await register({ email: decomposed, password: PASSWORD });

    expect([status, body.email]).toEqual([201, composed]);
    expect((await register({ email: composed.toUpperCase() })).body.code).toBe('email_taken');
    for (const email of [composed, decomposed]) {
      const answer = await new ApiCaller(app().url).post('/v1/sessions', { email, password: PASSWORD });
      expect(answer.status).toBe(201);
    }
  });
});

describe('400', () => {
  const instance = '/v1/accounts';
  const valid = { full_name: 'Ada', email: 'ada@example.com', password: PASSWORD };
  const register = (body: Record<string, unknown>) => new ApiCaller(app().url).post(instance, body);

  const countAccounts = () => app().runSql('select count(*)::int as count from accounts');
  let before: unknown;
  beforeAll(async () => {
    before = await countAccounts();
  });

  it('names every missing member', async () => {
    const answer = await register({});

    expectProblem(answer, 400, 'invalid_parameter', {
      instance,
      pointers: ['/full_name', '/email', '/password'],
    });
  });

  it('treats a request without a body like an empty object', async () => {
    const answer = await new ApiCaller(app().url).call('POST', instance);

    expectProblem(answer, 400, 'invalid_parameter', {
      instance,
      pointers: ['/full_name', '/email', '/password'],
    });
  });

  it('names every faulty member', async () => {
    const answer = await register({ full_name: 1, email: [], password: {}, organization: true });

    const pointers = ['/full_name', '/email', '/password', '/organization'];
    expectProblem(answer, 400, 'invalid_parameter', { instance, pointers });
  });

  it.each([
    ['/full_name', { full_name: '' }],
    ['/full_name', { full_name: '   ' }],
    ['/full_name', { full_name: null }],
    ['/full_name', { full_name: 'x'.repeat(101) }],
    ['/full_name', { full_name: '🌩'.repeat(101) }],
    ['/full_name', { full_name: 'a\0b' }],
    ['/full_name', { full_name: 'half a pair \ud83c' }],
    ['/organization', { organization: '' }],
    ['/organization', { organization: '🌩'.repeat(101) }],
    ['/email', { email: 'nobody' }],
    ['/email', { email: '@example.com' }],
    ['/email', { email: 'a@b' }],
    ['/email', { email: 'a b@example.com' }],
    ['/email', { email: 'a@example.com, b@example.com' }],
    ['/email', { email: 'a\0@example.com' }],
    ['/email', { email: 'a@example.com\nbcc:b@example.com' }],
    ['/email', { email: `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}` }],
    ['/password', { password: '1234567' }],
    ['/password', { password: '🌩'.repeat(7) }],
    ['/password', { password: 'x'.repeat(257) }],
    ['/password', { password: '🌩'.repeat(257) }],
    ['/password', { password: 'nul\0 in the middle' }],
    ['/password', { password: 12_345_678 }],
    ['/password', { password: 'password' }],
    ['/password', { password: 'PassWord' }],
    ['/password', { password: 'iloveyou' }],
    ['/password', { password: '1234567890' }],
  ])('rejects an invalid %s: %j', async (pointer, member) => {
    const answer = await register({ ...valid, ...member });

    expectProblem(answer, 400, 'invalid_parameter', { instance, pointers: [pointer] });
  });

  it('never repeats any part of a password in the response', async () => {
    const answers = await Promise.all([
      register({ ...valid, password: 'swordfish-\0-canary' }),
      new ApiCaller(app().url).call('POST', instance, { body: '{"password":"swordfish-canary"' }),
      register({ ...valid, password: ['swordfish-canary'] }),
    ]);

    for (const { status, body } of answers) {
      expect(status).toBe(400);
      expect(JSON.stringify(body)).not.toMatch(/swordfish|canary/);
    }
  });

  it('has created no account in any of these tests', async () => {
    expect(await countAccounts()).toEqual(before);
  });
});

describe('409', () => {
  const instance = '/v1/accounts';

  it('rejects an address that already has an account, whatever its case', async () => {
    const caller = new ApiCaller(app().url);
    const account = { full_name: 'Ada', email: 'Ada@Example.com', password: PASSWORD };
    expect((await caller.post(instance, account)).status).toBe(201);

    const answer = await caller.post(instance, { ...account, email: ' ada@example.COM ' });

    expectProblem(answer, 409, 'email_taken', { instance });
  });

  it('gives an address that five callers register at once to only one of them', async () => {
    const caller = new ApiCaller(app().url);
    const account = { full_name: 'Bob', email: 'bob@example.com', password: PASSWORD };

    const answers = await Promise.all(Array.from({ length: 5 }, () => caller.post(instance, account)));

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });
});

describe('429', () => {
  const app = useTestApp({ TRUSTED_PROXIES: '127.0.0.1' });
  const instance = '/v1/accounts';
  let registered = 0;

  /** Freezes the throttle's clock at this many seconds after the start of the test file. */
  const startMs = Date.now();
  const setClock = (afterSeconds: number) =>
    jest.spyOn(Date, 'now').mockReturnValue(startMs + afterSeconds * 1000);
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const register = (address: string) => {
    registered += 1;
    const body = { full_name: 'Ada', email: `ada-${registered}@example.com`, password: PASSWORD };
    return new ApiCaller(app().url).post(instance, body, { 'x-forwarded-for': address });
  };

  it('slows down an address that registers too often, and says when to retry', async () => {
    setClock(0);
    const first = await Promise.all(Array.from({ length: 30 }, () => register('203.0.113.7')));
    const statuses = first.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    const refused = first.find(({ status }) => status !== 201)!;
    expectProblem(refused, 429, 'too_many_attempts', { instance });
    expect(refused.headers.get('retry-after')).toBe('1');

    expect((await register('203.0.113.8')).status).toBe(201);

    setClock(1);
    expect((await register('203.0.113.7')).status).toBe(201);
    const next = await register('203.0.113.7');
    expectProblem(next, 429, 'too_many_attempts', { instance });
    expect(next.headers.get('retry-after')).toBe('2');
  });
});
