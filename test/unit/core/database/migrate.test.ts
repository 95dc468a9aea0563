import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DatabaseConnection } from '../../../../src/core/config/database/database-connection.types.js';
import { FORMER } from '../../../../src/core/database/initial-migrations.js';
import { migrate, removeFeature } from '../../../../src/core/database/migrate.js';
import { OWN_FEATURE_SET } from '../../../../src/boot/features/features.js';
import { loadFeatures } from '../../../../src/boot/features/load-features.js';
import { NewerSchemaError } from '../../../../src/core/database/newer-schema-error.js';
import {
  createTemplateDatabase,
  dropAllDatabases,
  readTestServer,
  runSql,
} from '../../../support/test-postgres.js';

/** In an order in which each refers only to tables of earlier ones. */
const INITIAL = [
  'database/Migration20261122200000',
  'accounts/Migration20261122200001',
  'clients/Migration20261122200002',
  'sessions/Migration20261122200003',
  'api-keys/Migration20261122200004',
  'audit/Migration20261122200005',
  'usage/Migration20261122200006',
];
/** All features' other migrations, by time. */
const LATER = OWN_FEATURE_SET.features
  .flatMap(({ name, migrations = [] }) => migrations.map((migration) => `${name}/${migration.name}`))
  .filter((migration) => !INITIAL.includes(migration))
  .sort((a, b) => Number(timeOf(a) > timeOf(b)) - Number(timeOf(a) < timeOf(b)));
const ALL = [...INITIAL, ...LATER];
const OTHERS = 'alerts/Migration20261201120000';
const OTHERS_SET = await loadFeatures(['./test/extension/src/alerts/alerts.feature.ts']);

let name: string;
let connection: DatabaseConnection;

beforeEach(async () => {
  const server = readTestServer();
  name = `empty_${randomBytes(6).toString('hex')}`;
  connection = { ...server.connection, dbName: name };
  await createTemplateDatabase({ ...server, template: name }, () => Promise.resolve());
});
afterEach(() => dropAllDatabases({ ...readTestServer(), template: name }));

describe('migrating a database', () => {
  it('runs once if several processes start at the same time, while the others wait', async () => {
    const ran = await Promise.all([
      migrate(connection, OWN_FEATURE_SET),
      migrate(connection, OWN_FEATURE_SET),
      migrate(connection, OWN_FEATURE_SET),
    ]);

    expect(ran.flat()).toEqual(ALL);
    expect(ran.map((names) => names.length).sort((a, b) => b - a)).toEqual([ALL.length, 0, 0]);
    expect(await migrate(connection, OWN_FEATURE_SET)).toEqual([]);
  });

  it('is refused after a later version has run, and changes nothing', async () => {
    await migrate(connection, OWN_FEATURE_SET, [INITIAL[0]]);
    await runSql(connection, `insert into mikro_orm_migrations (name) values ('Migration20991231235959')`);

    await expect(migrate(connection, OWN_FEATURE_SET)).rejects.toThrow(NewerSchemaError);

    await expect(migrate(connection, OWN_FEATURE_SET)).rejects.toThrow('Migration20991231235959');
    expect(await recorded()).toEqual([INITIAL[0], 'Migration20991231235959']);
  });

  it('from before features had migrations records the initial ones, keeps the data, and continues from there', async () => {
    await migrate(connection, OWN_FEATURE_SET, INITIAL);
    await record([...FORMER, OTHERS]);
    await runSql(connection, `insert into key_secret values (1, 'version', now())`);

    expect(await migrate(connection, OTHERS_SET)).toEqual(LATER);

    expect((await recorded()).sort()).toEqual([...ALL, OTHERS].sort());
    expect(await runSql(connection, 'select code, detail, units from usage.requests')).toEqual([]);
    expect(await runSql(connection, 'select version from key_secret')).toEqual([{ version: 'version' }]);
    expect(await migrate(connection, OTHERS_SET)).toEqual([]);
  });

  it('keeps passwords, reset links and sessions from before identities were introduced', async () => {
    const before = LATER.slice(0, LATER.indexOf('accounts/Migration20261123050000'));
    await migrate(connection, OWN_FEATURE_SET, [...INITIAL, ...before]);
    const account = 'acc_01KAHVZ6D4Q3T5B9XG7M2N8RWC';
    await runSql(
      connection,
      `insert into accounts (id, full_name, email, email_key, password_hash, role, status, created_at, updated_at, deleted_at)
       values ('${account}', 'Ada', 'a', 'a', 'hash', 'member', 'active', '2026-01-01Z', now(), null),
              ('acc_2', 'Gone', '', 'acc_2', '', 'member', 'disabled', now(), now(), now());
       insert into password_resets values ('${account}', 'token', now());
       insert into sessions values ('ses_1', '${account}', 'token', null, '::1', now(), now(), now())`,
    );

    await migrate(connection, OWN_FEATURE_SET);

    const identities = await runSql(
      connection,
      'select id, account_id, issuer, subject, secret_hash, created_at from identities',
    );
    expect(identities).toEqual([
      {
        id: account.replace('acc', 'idn'),
        account_id: account,
        issuer: 'password',
        subject: account,
        secret_hash: 'hash',
        created_at: '2026-01-01 00:00:00+00',
      },
    ]);
    expect(await runSql(connection, 'select account_id, purpose, token_hash from one_time_links')).toEqual([
      { account_id: account, purpose: 'password-reset', token_hash: 'token' },
    ]);
    expect(await runSql(connection, 'select method from sessions')).toEqual([{ method: 'password' }]);
  });

  it('is refused if only some of the migrations from before the first release have run', async () => {
    await migrate(connection, OWN_FEATURE_SET);
    await record(FORMER.slice(0, -1));

    await expect(migrate(connection, OWN_FEATURE_SET)).rejects.toThrow(
      /^The database has an early schema from before the first release.*\.$/,
    );

    expect(await recorded()).toEqual(FORMER.slice(0, -1));
  });
});

it('rejects removing a feature that is part of the service', async () => {
  await migrate(connection, OWN_FEATURE_SET);

  await expect(removeFeature(connection, OWN_FEATURE_SET, 'audit')).rejects.toThrow('part of the service');

  expect(await recorded()).toEqual(ALL);
});

function timeOf(migration: string): string {
  return migration.slice(-14);
}

async function recorded(): Promise<string[]> {
  const rows = await runSql<{ name: string }>(
    connection,
    'select name from mikro_orm_migrations order by id',
  );
  return rows.map((row) => row.name);
}

async function record(names: string[]): Promise<void> {
  await runSql(connection, 'delete from mikro_orm_migrations');
  for (const name of names)
    await runSql(connection, `insert into mikro_orm_migrations (name) values ('${name}')`);
}
