import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import { apiKey } from '@better-auth/api-key';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { ApiKeyVerifier } from '../../src/api-keys/api-key-verifier.service.js';
import { type KeyState } from '../../src/api-keys/key-state.js';
import { VerifiedKeyCache } from '../../src/api-keys/verified-key-cache.js';
import { ChangeFeed } from '../../src/common/changes/change-feed.service.js';
import { SecretHasher } from '../../src/common/secrets/secret-hasher.service.js';
import { EmbeddedPostgres } from '../../src/database/embedded-postgres/embedded-postgres.js';
import { migrate } from '../../src/database/migrate.js';
import { createOrmOptions } from '../../src/database/orm-options.js';
import { fillClients, fillKeys } from './keys/filling.js';
import { type Report } from './report.js';

const ROUNDS = 5;
const OURS = 200_000;
const THEIRS = 50;
/** Keys in use where the database has more. */
const WARMED = 300;
const SIZES = [
  { clients: 100, keys: 100 },
  { clients: 100, keys: 10_000 },
  { clients: 100_000, keys: 1_000_000 },
];

/** Verification of API keys that are in use, beside better-auth's plugin on the same PostgreSQL, and with ever more keys. */
export async function bench(report: Report): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-keys-'));
  const server = await EmbeddedPostgres.start({ directory });
  const { host, port, user, database: dbName } = server.connection;
  await migrate({ host, port, user, dbName });
  const orm = await MikroORM.init(createOrmOptions({ host, port, user, dbName }));
  try {
    const hasher = new SecretHasher('of the benchmark, 32 characters.');
    const feed = new ChangeFeed(orm);
    // Nothing changes here, and nothing has to be heard.
    feed.isConnected = true;
    const theirs = await theirVerification(orm);
    const cases: { label: string; keys: string[]; verifier: ApiKeyVerifier }[] = [];
    for (const size of SIZES) {
      await fillClients(orm, size.clients);
      const keys = await fillKeys(orm, hasher, size.keys, Math.min(size.keys, WARMED));
      const label = `${size.keys} keys, ${size.clients} clients`;
      cases.push({ label, keys, verifier: new ApiKeyVerifier(orm.em, hasher, feed) });
    }
    await compare(report, cases, theirs);
    await watchMemory(report);
  } finally {
    await orm.close();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function theirVerification(orm: MikroORM): Promise<() => Promise<unknown>> {
  const auth = betterAuth({
    database: (await orm.em.getConnection().getNativeClient()) as never,
    secret: 'of the benchmark, 32 characters.',
    baseURL: 'http://localhost:3000',
    emailAndPassword: { enabled: true },
    telemetry: { enabled: false },
    plugins: [apiKey({ rateLimit: { enabled: false } })],
  });
  await (await getMigrations(auth.options)).runMigrations();
  const { user } = await auth.api.signUpEmail({
    body: { name: 'A member', email: 'member@example.com', password: 'correct horse battery staple' },
  });
  const { key } = await auth.api.createApiKey({ body: { userId: user.id } });
  const { valid } = await auth.api.verifyApiKey({ body: { key } });
  if (!valid) throw new Error('The key of the yardstick does not work.');
  return () => auth.api.verifyApiKey({ body: { key } });
}

async function compare(
  report: Report,
  cases: { label: string; keys: string[]; verifier: ApiKeyVerifier }[],
  theirs: () => Promise<unknown>,
): Promise<void> {
  const oursNs = cases.map(() => [] as number[]);
  const theirsNs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, { keys, verifier }] of cases.entries()) {
      for (const key of keys) await verifier.verify(key);
      oursNs[index].push(nsEach(OURS, (turn) => verifier.verifyKnown(keys[turn % keys.length])));
    }
    const beganNs = process.hrtime.bigint();
    for (let turn = 0; turn < THEIRS; turn += 1) await theirs();
    theirsNs.push(Number(process.hrtime.bigint() - beganNs) / THEIRS);
  }
  for (const [index, { label }] of cases.entries())
    report.figure(`warm, ${label}`, median(oursNs[index]) / 1000, 'µs');
  report.figure('better-auth', median(theirsNs) / 1000, 'µs');
  const [fewest, , most] = oursNs.map(median);
  report.ratio('verifications in a second, to better-auth', median(theirsNs), most, '>= 100');
  report.ratio('a warm verification with most keys, to one with fewest', most, fewest, '<= 1.1');
}

function nsEach(turns: number, work: (turn: number) => void): number {
  const beganNs = process.hrtime.bigint();
  for (let turn = 0; turn < turns; turn += 1) work(turn);
  return Number(process.hrtime.bigint() - beganNs) / turns;
}

/** A million keys pass through the cache; the memory that stays is read on the way. */
async function watchMemory(report: Report): Promise<void> {
  const cache = new VerifiedKeyCache(() => true);
  const rateLimits = { second: 10, minute: null, hour: null, day: null };
  for (let number = 1; number <= 1_000_000; number += 1) {
    const principal = { keyId: `key_${number}`, clientId: 'cli', accountId: 'acc', rateLimits, scopes: [] };
    const state: KeyState = { principal, revokedAtMs: Infinity, expiresAtMs: Infinity, disabled: undefined };
    await cache.fill(`digest-${number}`, () => Promise.resolve(state));
    if ([100_000, 500_000, 1_000_000].includes(number)) {
      globalThis.gc?.();
      report.figure(`heap after ${number} distinct keys`, process.memoryUsage().heapUsed / 2 ** 20, 'MiB');
    }
  }
  report.note(
    globalThis.gc ? 'heap after a collection' : 'heap without a forced collection (no --expose-gc)',
  );
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
