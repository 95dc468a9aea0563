import { expect, it } from '@jest/globals';
import { ApiCaller, PASSWORD } from '../../support/api-caller.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
const register = (body: Record<string, unknown>) =>
  new ApiCaller(app().url).post('/v1/accounts', { full_name: 'Ada', password: PASSWORD, ...body });

it('makes one of several that register at once the administrator, and later ones members', async () => {
  // Each insertion takes so long that the others would still find no account.
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

it('returns exactly the account, trimmed, and without the password', async () => {
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

it('gives ids that sort by creation', async () => {
  const first = await register({ email: 'sorted-1@example.com' });
  const second = await register({ email: 'sorted-2@example.com' });

  expect((first.body.id as string) < (second.body.id as string)).toBe(true);
});

it.each([undefined, null])('takes the organization %s as none', async (organization) => {
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

it('is one account however its address composes its letters', async () => {
  const [composed, decomposed] = ['ren\u00e9@example.com', 'rene\u0301@example.com'];
  const { status, body } = await register({ email: decomposed, password: PASSWORD });

  expect([status, body.email]).toEqual([201, composed]);
  expect((await register({ email: composed.toUpperCase() })).body.code).toBe('email_taken');
  for (const email of [composed, decomposed]) {
    const answer = await new ApiCaller(app().url).post('/v1/sessions', { email, password: PASSWORD });
    expect(answer.status).toBe(201);
  }
});
