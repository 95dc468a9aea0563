import { beforeAll, expect, it } from '@jest/globals';
import { PasswordHasherService } from '../../../src/accounts/passwords/password-hasher.service.js';
import { ApiCaller, PASSWORD, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
const UNICODE = [...'pässwörd-雨☂🌧'.repeat(6)].slice(0, 64).join('');
const PASSWORDS = [
  ['64 Unicode characters', UNICODE],
  ['73 bytes', `${'x'.repeat(72)}y`],
  ['256 code points that are 1,024 bytes', '🌦'.repeat(256)],
  ['decomposed letters', 'e\u0301 tre\u0300s bien'],
  ['256 letters of two code points, which are one when composed', 'e\u0301'.repeat(256)],
];
const COMMON = ['password', 'PASSWORD', '12345678', 'iloveyou', 'qwertyuiop', 'ｐａｓｓｗｏｒｄ'];

const WAYS = ['registration', 'change', 'reset'] as const;
let admin: ApiCaller;
let other: SignedInCaller;
beforeAll(async () => {
  admin = await signedInCaller(app());
  other = await signedInCaller(app());
});

/** Sets a password in one of the possible ways. Returns the address and the response. */
async function setPassword(way: (typeof WAYS)[number], password: string, caller = other) {
  if (way === 'registration') {
    const email = `registered-${Math.random()}@example.com`;
    return { email, ...(await admin.post('/v1/accounts', { full_name: 'Ada', email, password })) };
  }
  if (way === 'change') {
    const body = { current_password: PASSWORD, new_password: password };
    return { email: caller.email, ...(await caller.call('PUT', '/v1/accounts/me/password', { body })) };
  }
  const link = await admin.post<{ url: string }>(`/v1/accounts/${caller.accountId}/password-reset`);
  const token = link.body.url.split('#token=')[1];
  return {
    email: caller.email,
    ...(await admin.post('/v1/password-resets/complete', { token, new_password: password })),
  };
}
const signIn = async (email: string, password: string) =>
  (await new ApiCaller(app().url).post('/v1/sessions', { email, password })).status;

const each = WAYS.flatMap((way) => PASSWORDS.map(([name, password]) => ({ way, name, password })));

it.each(each)('are taken in full, in any encoding, at $way: $name', async ({ way, password }) => {
  const { email, status } = await setPassword(way, password, await signedInCaller(app()));

  expect(status).toBeLessThan(300);
  expect(await signIn(email, [...password].slice(0, -1).join(''))).toBe(401);
  for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'])
    expect(await signIn(email, password.normalize(form))).toBe(201);
  expect(await signIn(email, password)).toBe(201);
});

it('that were hashed as typed still work as typed, and are then hashed anew', async () => {
  const { email, accountId } = await signedInCaller(app());
  const typed = 'pa\u0308sswo\u0308rd in may';
  // By the reference implementation of Argon2: see test/unit/accounts/password-hasher.service.test.ts.
  const earlier =
    '$argon2id$v=19$m=19456,t=2,p=1$c2l4dGVlbiBieXRlIHNhbA$z04VpXTILRn6CDhn/DzAhBXPxGSKOBw7y7I8XfULQ2s';
  await app().runSql('update identities set secret_hash = ? where account_id = ?', [earlier, accountId]);
  expect(await signIn(email, typed.normalize('NFC'))).toBe(401);
  expect(await signIn(email, typed)).toBe(201);
  for (const form of ['NFC', 'NFD', 'NFKC']) expect(await signIn(email, typed.normalize(form))).toBe(201);
});

it('that become longer when they are normalized still work', async () => {
  const { email, accountId } = await signedInCaller(app());
  const typed = '\u2026'.repeat(100);
  const hash = await app().app.get(PasswordHasherService).hash(typed);
  await app().runSql('update identities set secret_hash = ? where account_id = ?', [hash, accountId]);
  expect(typed.normalize('NFKC')).toHaveLength(300);
  expect(await signIn(email, typed)).toBe(201);
});

it.each(WAYS.flatMap((way) => COMMON.map((password) => ({ way, password }))))(
  'that are common are rejected at $way: $password',
  async ({ way, password }) => {
    const { status, body } = await setPassword(way, password);

    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_parameter', errors: [{}] });
    expect(JSON.stringify(body)).not.toContain(`"${password}"`);
  },
);

it.each(WAYS)('of 7 or 257 characters are rejected at %s', async (way) => {
  for (const password of ['🌦'.repeat(7), 'e\u0301'.repeat(7), 'x'.repeat(257)]) {
    expect((await setPassword(way, password)).status).toBe(400);
  }
});
