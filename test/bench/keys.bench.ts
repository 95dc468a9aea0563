import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import { AccessTokensService } from '../../src/clients/access-tokens.service.js';
import { ClientOwnersService } from '../../src/clients/client-owners.service.js';
import { LimitPolicyService } from '../../src/organizations/limit-policy.service.js';
import { loadConfiguration } from '../../src/core/config/load-configuration.js';
import { ApiKeyVerifierService } from '../../src/api-keys/api-key-verifier.service.js';
import { type KeyState } from '../../src/api-keys/key-state.js';
import { VerifiedKeyCache } from '../../src/api-keys/verified-key-cache.js';
import { ChangeFeedService } from '../../src/core/database/changes/change-feed.service.js';
import { SecretHasherService } from '../../src/core/secrets/secret-hasher.service.js';
import { EmbeddedPostgres } from '../../src/core/database/embedded-postgres/embedded-postgres.js';
import { migrate } from '../../src/core/database/migrate.js';
import { OWN_FEATURE_SET } from '../../src/boot/features/features.js';
import type { DatabaseConnection } from '../../src/core/config/database/database-connection.types.js';
import { createOrmOptions } from '../../src/core/database/orm-options.js';
import { installPackages } from '../support/install-packages.js';
import { fillClients, fillKeys } from './keys/filling.js';
import { compareRequests, type RequestCase } from './keys/warm-requests.js';
import { type Report } from './report.js';
import { median } from './statistics.js';

const ROUNDS = 5;
const OURS = 200_000;
const THEIRS = 50;
/** Number of keys in use, however many the database has. */
const WARMED = 100;
const SIZES = [
  { clients: 100, keys: 100 },
  { clients: 100, keys: 10_000 },
  { clients: 100_000, keys: 1_000_000 },
];
/** Whose keys ours are compared with. Newer versions of the last three don't go together. */
const THEIR_PACKAGES = {
  'better-auth': '1.7.5',
  '@better-auth/api-key': '1.7.5',
  '@better-auth/core': '1.7.5',
  '@better-auth/utils': '0.4.2',
  'better-call': '1.4.0',
};
const SECRET = 'of the benchmark, 32 characters.';

interface Case extends RequestCase {
  verifier: ApiKeyVerifierService;
}

/** Requests with warm keys among a growing number of keys; key verification compared with better-auth on PostgreSQL. */
export async function bench(report: Report): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-keys-'));
  const packages = installPackages(THEIR_PACKAGES);
  const server = await EmbeddedPostgres.start({ directory });
  const [{ host, port }] = server.connection.hosts;
  const orms = await Promise.all(SIZES.map(({ keys }) => openDatabase(server.connection, `keys_${keys}`)));
  try {
    const hasher = new SecretHasherService(SECRET);
    const cases: Case[] = [];
    for (const [index, size] of SIZES.entries()) {
      const orm = orms[index];
      await fillClients(orm, size.clients);
      const keys = await fillKeys(orm, hasher, size.keys, WARMED, size.clients);
      const label = `${size.keys} keys, ${size.clients} clients`;
      const databaseUrl = `postgresql://${server.connection.user}@${encodeURIComponent(host)}:${port}/${orm.config.get('dbName')}`;
      cases.push({ label, keys, databaseUrl, verifier: verifierOn(orm, hasher) });
    }
    await compareRequests(report, directory, SECRET, cases);
    await compare(report, cases, await theirVerification(orms[0], packages));
    await watchMemory(report);
  } finally {
    for (const orm of orms) await orm.close();
    await server.stop();
    for (const folder of [directory, packages]) rmSync(folder, { recursive: true, force: true });
  }
}

/** Creates a migrated database on the connection's server. */
async function openDatabase(connection: DatabaseConnection, dbName: string): Promise<MikroORM> {
  const server = await MikroORM.init(createOrmOptions(connection, OWN_FEATURE_SET));
  await server.em.execute(`create database ${dbName}`);
  await server.close();
  await migrate({ ...connection, dbName }, OWN_FEATURE_SET);
  return MikroORM.init(createOrmOptions({ ...connection, dbName }, OWN_FEATURE_SET));
}

function verifierOn(orm: MikroORM, hasher: SecretHasherService): ApiKeyVerifierService {
  const feed = new ChangeFeedService(orm);
  // Nothing changes here, so no notifications are needed.
  feed.isConnected = true;
  const tokens = new AccessTokensService(orm.em, hasher, loadConfiguration({}, OWN_FEATURE_SET.models));
  return new ApiKeyVerifierService(
    orm.em,
    hasher,
    tokens,
    new ClientOwnersService(),
    new LimitPolicyService(),
    feed,
  );
}

type Verification = () => Promise<unknown>;

async function theirVerification(orm: MikroORM, packages: string): Promise<Verification> {
  const program = join(packages, 'better-auth.mjs');
  copyFileSync(join(import.meta.dirname, 'keys/better-auth.mjs'), program);
  const { createVerification } = (await import(program)) as {
    createVerification: (database: unknown) => Promise<Verification>;
  };
  return createVerification(await orm.em.getConnection().getNativeClient());
}

async function compare(report: Report, cases: Case[], theirs: Verification): Promise<void> {
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
  report.ratio('a warm verification by itself with most keys, to one with fewest', most, fewest);
}

function nsEach(turns: number, work: (turn: number) => void): number {
  const beganNs = process.hrtime.bigint();
  for (let turn = 0; turn < turns; turn += 1) work(turn);
  return Number(process.hrtime.bigint() - beganNs) / turns;
}

/** Passes a million keys through the cache and reports the heap at several points. */
async function watchMemory(report: Report): Promise<void> {
  const cache = new VerifiedKeyCache(() => true);
  const rateLimits = { second: 10, minute: null, hour: null, day: null };
  for (let number = 1; number <= 1_000_000; number += 1) {
    const principal = {
      keyId: `key_${number}`,
      clientId: 'cli',
      accountId: 'acc',
      organizationId: 'org',
      rateLimits,
      scopes: [],
      endsAtMs: Infinity,
    };
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
