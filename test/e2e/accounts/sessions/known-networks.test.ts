import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '../../../../src/boot/app.setup.js';
import { loadApplication } from '../../../../src/boot/features/load-features.js';
import { createLogger } from '../../../../src/core/telemetry/logger.js';
import { ApiCaller, PASSWORD } from '../../../support/api-caller.js';
import { cloneDatabase, runSql, type TestDatabase } from '../../../support/test-postgres.js';

const EMAIL = 'owner@example.com';
const HOME = '198.51.100.1';
const dataDirectory = mkdtempSync(join(tmpdir(), 'weather-data-'));
let database: TestDatabase;
let app: NestFastifyApplication;
beforeAll(async () => {
  database = await cloneDatabase();
});
beforeEach(start);
afterEach(() => app.close());
afterAll(async () => {
  await database.drop();
  rmSync(dataDirectory, { recursive: true, force: true });
});

/** Starts the service with the same data each time. */
async function start(): Promise<void> {
  const { configuration } = await loadApplication({
    DATA_DIR: dataDirectory,
    TRUSTED_PROXIES: '127.0.0.1',
    DNS_SERVERS: '127.0.0.1:9',
  });
  app = await createApp(configuration, database.connection, createLogger('silent'));
  await app.listen({ host: '127.0.0.1', port: 0 });
}

async function restart(): Promise<void> {
  await app.close();
  await start();
}

async function post(path: string, body: object, address: string): Promise<number> {
  const caller = new ApiCaller(await app.getUrl());
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
  await restart();
  await guess();

  expect(await signIn('192.0.2.1')).toBe(429);
  expect(await signIn(HOME)).toBe(201);
});

it('a network that was not used for 90 days is unknown', async () => {
  expect(await signIn(HOME)).toBe(201);
  await runSql(database.connection, `update known_networks set used_at = now() - interval '91 days'`);
  await guess();

  expect(await signIn(HOME)).toBe(429);
});

it('keeps the hashes of the last 20 networks of an account', async () => {
  for (let i = 0; i < 25; i++) expect(await signIn(`10.0.${i}.1`)).toBe(201);
  await guess();

  expect(await runSql(database.connection, 'select count(*)::int as networks from known_networks')).toEqual([
    { networks: 20 },
  ]);
  expect(await signIn('10.0.4.1')).toBe(429);
  expect(await signIn('10.0.5.1')).toBe(201);
  const rows = await runSql<{ hash: string }>(database.connection, 'select hash from known_networks');
  for (const { hash } of rows) expect(hash).toMatch(/^[\w-]+\.[\w-]{43}$/);
});

it('two accounts of one mailbox, each with its own spelling, know a network each on its own', async () => {
  const spellings = ['uma@xn--bcher-kva.example', 'uma@bücher.example'];
  for (const [i, spelling] of spellings.entries()) {
    const account = { full_name: 'Uma', email: `uma-${i}@example.com`, password: PASSWORD };
    expect(await post('/v1/accounts', account, HOME)).toBe(201);
    await runSql(
      database.connection,
      `update accounts set email = '${spelling}', email_key = '${spelling}' where email = '${account.email}'`,
    );
  }
  const signInAs = (email: string, address: string, password = PASSWORD) =>
    post('/v1/sessions', { email, password }, address);
  for (const spelling of spellings) expect(await signInAs(spelling, HOME)).toBe(201);
  await runSql(database.connection, `delete from accounts where email = '${spellings[0]}'`);
  for (let i = 0; (await signInAs(spellings[1], `203.0.113.${i}`, 'a wrong guess')) !== 429; i++)
    expect(i).toBeLessThan(20);

  expect(await signInAs(spellings[1], HOME)).toBe(201);
});
