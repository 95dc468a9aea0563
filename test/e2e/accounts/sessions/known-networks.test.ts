import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { ApiCaller, PASSWORD } from '../../../support/api-caller.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

const EMAIL = 'owner@example.com';
const HOME = '198.51.100.1';
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ TRUSTED_PROXIES: '127.0.0.1' });
});
// Only what is stored lasts from test to test.
beforeEach(() => app.restart());
afterAll(() => app.close());

async function post(path: string, body: object, address: string): Promise<number> {
  const caller = new ApiCaller(app.url);
  const headers = { 'x-forwarded-for': address };
  return (await caller.call('POST', path, { body, headers })).status;
}

const signIn = (address: string, password = PASSWORD) =>
  post('/v1/sessions', { email: EMAIL, password }, address);

/** Guesses, each from a network of its own, until the account has to wait. */
async function guess(): Promise<void> {
  for (let i = 0; (await signIn(`203.0.113.${i}`, 'a wrong guess')) !== 429; i++) expect(i).toBeLessThan(20);
}

it('guesses from elsewhere keep no owner out of a known network, also after a restart', async () => {
  expect(await post('/v1/accounts', { full_name: 'Owner', email: EMAIL, password: PASSWORD }, HOME)).toBe(
    201,
  );
  expect(await signIn(HOME)).toBe(201);
  await app.restart();
  await guess();

  expect(await signIn('192.0.2.1')).toBe(429);
  expect(await signIn(HOME)).toBe(201);
});

it('a network that was not used for 90 days is unknown', async () => {
  expect(await signIn(HOME)).toBe(201);
  await app.runSql(`update known_networks set used_at = now() - interval '91 days'`);
  await guess();

  expect(await signIn(HOME)).toBe(429);
});

it('keeps the hashes of the last 20 networks of an account', async () => {
  for (let i = 0; i < 25; i++) expect(await signIn(`10.0.${i}.1`)).toBe(201);
  await guess();

  expect(await app.runSql('select count(*)::int as networks from known_networks')).toEqual([
    { networks: 20 },
  ]);
  expect(await signIn('10.0.4.1')).toBe(429);
  expect(await signIn('10.0.5.1')).toBe(201);
  const rows = await app.runSql('select hash from known_networks');
  for (const { hash } of rows) expect(hash).toMatch(/^[\w-]+\.[\w-]{43}$/);
});

it('two accounts of one mailbox, each with its own spelling, know a network each on its own', async () => {
  const spellings = ['uma@xn--bcher-kva.example', 'uma@bücher.example'];
  for (const [i, spelling] of spellings.entries()) {
    const account = { full_name: 'Uma', email: `uma-${i}@example.com`, password: PASSWORD };
    expect(await post('/v1/accounts', account, HOME)).toBe(201);
    await app.runSql(
      `update accounts set email = '${spelling}', email_key = '${spelling}' where email = '${account.email}'`,
    );
  }
  const signInAs = (email: string, address: string, password = PASSWORD) =>
    post('/v1/sessions', { email, password }, address);
  for (const spelling of spellings) expect(await signInAs(spelling, HOME)).toBe(201);
  await app.runSql(`delete from accounts where email = '${spellings[0]}'`);
  for (let i = 0; (await signInAs(spellings[1], `203.0.113.${i}`, 'a wrong guess')) !== 429; i++)
    expect(i).toBeLessThan(20);

  expect(await signInAs(spellings[1], HOME)).toBe(201);
});
