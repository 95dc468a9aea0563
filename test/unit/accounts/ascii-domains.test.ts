import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { migrate } from '../../../src/core/database/migrate.js';
import { OWN_FEATURE_SET } from '../../../src/boot/features/features.js';
import { createEmptyDatabase, runSql, type TestDatabase } from '../../support/test-postgres.js';

const NEW = ['accounts/Migration20261128090100', 'organizations/Migration20261128090200'];
const EARLIER = OWN_FEATURE_SET.migrations.map(({ name }) => name).filter((name) => !NEW.includes(name));

let database: TestDatabase;
beforeEach(async () => {
  database = await createEmptyDatabase();
  await migrate(database.connection, OWN_FEATURE_SET, EARLIER);
});
afterEach(() => database.drop());

const insertAccount = (id: string, key: string) =>
  runSql(
    database.connection,
    `insert into accounts (id, full_name, email, email_key, role, status, created_at, updated_at)
      values ('${id}', 'Uma', '${key}', '${key}', 'member', 'active', now(), now())`,
  );
const insertInvitation = (id: string, key: string) =>
  runSql(
    database.connection,
    `insert into organization_invitations (id, organization_id, email, email_key, role, token_hash, invited_by,
      created_at, expires_at) values ('${id}', 'org_1', '${key}', '${key}', 'viewer', '${id}', 'acc_1', now(), now())`,
  );
const keys = async (table: string) =>
  Object.fromEntries(
    (
      await runSql<{ id: string; email_key: string }>(
        database.connection,
        `select id, email_key from ${table}`,
      )
    ).map(({ id, email_key }) => [id, email_key]),
  );

it('gives accounts and invitations keys with ASCII domains, except where another one has the key', async () => {
  // The ASCII names are those of Python's idna package.
  const accounts: [id: string, earlier: string, later: string][] = [
    ['acc_1', 'ada@example.com', 'ada@example.com'],
    ['acc_2', 'uma@bücher.example', 'uma@xn--bcher-kva.example'],
    ['acc_3', 'éva@example.com', 'éva@example.com'],
    ['acc_4', 'zoë@straße.example', 'zoë@xn--strae-oqa.example'],
    ['acc_5', 'joan@bücher.example', 'joan@bücher.example'],
    ['acc_6', 'joan@xn--bcher-kva.example', 'joan@xn--bcher-kva.example'],
    ['acc_7', 'acc_7', 'acc_7'],
  ];
  for (const [id, earlier] of accounts) await insertAccount(id, earlier);
  await runSql(
    database.connection,
    `insert into organizations (id, created_by, created_at, updated_at) values ('org_1', 'acc_1', now(), now())`,
  );
  await insertInvitation('inv_1', 'uma@bücher.example');
  await insertInvitation('inv_2', 'joan@bücher.example');
  await insertInvitation('inv_3', 'joan@xn--bcher-kva.example');

  expect(await migrate(database.connection, OWN_FEATURE_SET)).toEqual(NEW);

  expect(await keys('accounts')).toEqual(Object.fromEntries(accounts.map(([id, , later]) => [id, later])));
  expect(await keys('organization_invitations')).toEqual({
    inv_1: 'uma@xn--bcher-kva.example',
    inv_2: 'joan@bücher.example',
    inv_3: 'joan@xn--bcher-kva.example',
  });
});
