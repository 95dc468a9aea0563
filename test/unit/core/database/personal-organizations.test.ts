import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { migrate } from '../../../../src/core/database/migrate.js';
import { OWN_FEATURE_SET } from '../../../../src/boot/features/features.js';
import { createEmptyDatabase, runSql, type TestDatabase } from '../../../support/test-postgres.js';

/** The migrations from before organizations were introduced. */
const BEFORE = OWN_FEATURE_SET.migrations
  .map(({ name }) => name)
  .filter((name) => name.split('/Migration')[1] < '20261123040000');

const FILL = `
  insert into accounts (id, full_name, email, email_key, organization, password_hash, role, status, created_at, updated_at, deleted_at) values
    ('acc_A', 'Ada', 'a@example.com', 'a@example.com', 'Harbour Ltd', 'x', 'admin', 'active', '2026-01-01', '2026-01-02', null),
    ('acc_B', 'Bob', 'b@example.com', 'b@example.com', 'Harbour Ltd', 'x', 'member', 'active', '2026-01-03', '2026-01-03', null),
    ('acc_C', 'Cid', 'c@example.com', 'c@example.com', null, 'x', 'member', 'disabled', '2026-01-04', '2026-01-04', null),
    ('acc_D', 'Deleted account', '', 'acc_D', null, '', 'member', 'disabled', '2026-01-05', '2026-01-06', '2026-01-06');
  insert into clients (id, account_id, name, secret_hash, scopes, rate_limits, status, created_at, updated_at, deleted_at) values
    ('cli_A', 'acc_A', 'One', 'x', '{}', '{}', 'active', '2026-01-01', '2026-01-01', null),
    ('cli_B', 'acc_B', 'Two', 'x', '{}', '{}', 'active', '2026-01-03', '2026-01-03', null),
    ('cli_D', 'acc_D', 'Deleted client', 'x', '{}', '{}', 'active', '2026-01-05', '2026-01-06', '2026-01-06');
  insert into audit_events (id, action, actor_kind, account_id, client_id, target_id, details, created_at) values
    ('aud_1', 'account.created', 'account', 'acc_A', null, 'acc_A', '{}', '2026-01-01'),
    ('aud_2', 'client.created', 'account', 'acc_A', 'cli_A', 'cli_A', '{}', '2026-01-01'),
    ('aud_3', 'client.deleted', 'account', 'acc_D', 'cli_D', 'cli_D', '{}', '2026-01-06');`;

let database: TestDatabase;
beforeEach(async () => {
  database = await createEmptyDatabase();
  await migrate(database.connection, OWN_FEATURE_SET, BEFORE);
});
afterEach(() => database.drop());

const select = (statement: string) => runSql(database.connection, statement);

it('migration gives each account its own organization, never joined by name, and moves its data there', async () => {
  await select(FILL);

  await migrate(database.connection, OWN_FEATURE_SET);

  expect(
    await select(
      `select id, name, personal_account_id as account, is_active, deleted_at is not null as is_deleted, created_at::date::text as day
       from organizations order by id`,
    ),
  ).toEqual([
    { id: 'org_A', name: null, account: 'acc_A', is_active: true, is_deleted: false, day: '2026-01-01' },
    { id: 'org_B', name: null, account: 'acc_B', is_active: true, is_deleted: false, day: '2026-01-03' },
    { id: 'org_C', name: null, account: 'acc_C', is_active: false, is_deleted: false, day: '2026-01-04' },
    { id: 'org_D', name: null, account: 'acc_D', is_active: false, is_deleted: true, day: '2026-01-05' },
  ]);
  expect(
    await select('select organization_id, account_id, role from organization_members order by account_id'),
  ).toEqual(
    ['A', 'B', 'C'].map((name) => ({
      organization_id: `org_${name}`,
      account_id: `acc_${name}`,
      role: 'owner',
    })),
  );
  expect(await select('select id, organization_id from clients order by id')).toEqual(
    ['A', 'B', 'D'].map((name) => ({ id: `cli_${name}`, organization_id: `org_${name}` })),
  );
  expect(await select('select id, organization_id from audit_events order by id')).toEqual([
    { id: 'aud_1', organization_id: null },
    { id: 'aud_2', organization_id: 'org_A' },
    { id: 'aud_3', organization_id: 'org_D' },
  ]);
  expect(await select(`select 1 from pg_tables where tablename = 'accounts_without_organization'`)).toEqual(
    [],
  );
});
