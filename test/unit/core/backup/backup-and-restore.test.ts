import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { verifyBackup } from '../../../../src/core/backup/checksums.js';
import { copyPrivately } from '../../../../src/core/backup/data-files.js';
import { SecretHasherService } from '../../../../src/core/secrets/secret-hasher.service.js';
import { migrate } from '../../../../src/core/database/migrate.js';
import { OWN_FEATURE_SET } from '../../../../src/boot/features/features.js';
import { FORMER } from '../../../../src/core/database/initial-migrations.js';
import { cloneDatabase, createEmptyDatabase, runSql } from '../../../support/test-postgres.js';
import { Machine } from './backup-harness.js';
import { writeFirstBackup } from './hand-made-backup.js';

const MIGRATIONS_TABLE = 'public.mikro_orm_migrations';
const KEY_SECRET = 'a secret of more than thirty-two characters';
const OTHER_SECRET = 'another secret of more than thirty-two characters';

let temporary: string;
let source: Machine;
let target: Machine;
beforeEach(async () => {
  temporary = mkdtempSync(join(tmpdir(), 'weather-backup-'));
  source = new Machine(await cloneDatabase());
  target = new Machine(await createEmptyDatabase());
});
afterEach(async () => {
  await source.remove();
  await target.remove();
  rmSync(temporary, { recursive: true });
});

/** A row for every table, including values that need escaping. */
const FILL = `
  insert into accounts values ('acc_1', E'Tab\\t, line\\n, back\\\\slash, \\\\N', 'ada@example.com', 'ada@example.com', null,
    'admin', 'active', '2026-03-29 01:30:00.123+01', 'infinity', null);
  insert into organizations (id, personal_account_id, created_by, created_at, updated_at) values ('org_1', 'acc_1', 'acc_1', now(), now());
  insert into organization_members values ('org_1', 'acc_1', 'owner', now());
  insert into organization_invitations values ('inv_1', 'org_1', 'x@example.com', 'x@example.com', 'viewer', 'x', 'acc_1', now(), now());
  insert into organization_domains values ('dom_1', 'org_1', 'example.com', 'x', 'acc_1', now(), null);
  insert into clients (id, account_id, organization_id, name, secret_hash, scopes, rate_limits, status, created_at, updated_at)
    values ('cli_1', 'acc_1', 'org_1', '雨 🌧', 'x', '{"a,b","\\"",null}', '{"second": 10, "text": "\\"\\n"}', 'active', now(), now());
  insert into api_keys (id, client_id, name, start, key_hash, scopes, allowed_ips, created_at)
    values ('key_1', 'cli_1', '', 'wx_', 'x', '{}', '{}', now());
  insert into sessions values ('ses_1', 'acc_1', 'x', null, '::1', now(), now(), now(), 'password');
  insert into sign_in_places values ('acc_1', '192.0.2.0/24', now());
  insert into waiting_sign_ins values ('x', 'acc_1', 'password', null, 1, now());
  insert into pending_sign_ins values ('x', 'oidc', '/', false, null, now());
  insert into identities values ('idn_1', 'acc_1', 'password', 'acc_1', 'x', now());
  insert into one_time_links values ('acc_1', 'x', now(), 'password-reset');
  insert into mails values ('msg_1', 'note', 'ada@example.com', 'acc_1', '{"a": "\\n"}', 'queued', 0, now(), now(), null, null);
  insert into personal_access_tokens (id, account_id, name, start, token_hash, scopes, expires_at, created_at)
    values ('pat_1', 'acc_1', 'Deploy', 'pat_x', 'v1:x', '{clients:read}', now(), now());
  insert into passkey_challenges values ('x', 'sign-in', null, now());
  insert into organization_issuers
    values ('org_1', 'https://login.example.com', 'x', 'v1:x', 'openid', null, '{}', 'viewer', true, now(), now());
  insert into announced_events (id, type, data, created_at) values ('evx_1', 'run.published', '{}', now());
  insert into webhooks (id, organization_id, created_by, url, event_types, secret, previous_secret, created_at, updated_at)
    values ('whk_1', 'org_1', 'acc_1', 'https://hooks.example.com', '{run.published}', 'v1:x', 'v1:y', now(), now());
  insert into webhook_messages values ('evx_1', 'run.published', E'{"a": "\\\\n\t雨"}', now());
  insert into webhook_deliveries values ('whk_1', 'evx_1', 9007199254740991, false, 'pending', 1, 9, now(), now(), 87, 503, null, null);
  insert into factors values ('fac_1', 'acc_1', 'totp', 'Phone', 'v1:x', 1, now(), now(), null);
  insert into recovery_codes values ('acc_1', 'v1:x', now());
  insert into key_secret values (1, '${new SecretHasherService(KEY_SECRET).version}', now());
  insert into audit_events (id, action, actor_kind, account_id, target_id, details, created_at)
    values ('evt_1', 'client.created', 'account', 'acc_1', 'cli_1', '{}', now());
  insert into forecast_jobs (id, client_id, key_id, request, status, points, points_done, units, units_charged, bytes, attempt, failures, due_at, created_at, expires_at)
    values ('job_1', 'cli_1', 'key_1', '{}', 'running', 2, 1, 2, 2, 9007199254740991, 1, 0, now(), now(), now());
  insert into forecast_alerts values ('fal_1', 'cli_1', E'\\n', 'temperature', 'below', 0.1, 'metric', 1e-9, -89.9999, 180, null, 0, 48, null, true, 'raised',
    '{"extremeValue": -0.1}', null, 1, 'gfs 2026-11-21T00:00:00Z', now(), now());
  insert into forecast_alert_runs values ('gfs', now(), 384, true, 1, now());
  insert into forecast_job_parts values ('job_1', 0, '\\\\x00ff5c0a09');
  insert into forecast_job_charges values ('job_1', '2026-01-01T00:00:00Z', 3);
  insert into usage.journals values ('a journal', 9007199254740993, now());
  insert into usage.client_minutes (client_id, start, key_id, route, status, account_id, requests, units, bytes, l3)
    values ('cli_1', now(), 'key_1', '/', 200, 'acc_1', 1, 1, 9223372036854775807, 1);
  insert into usage.client_quarters select * from usage.client_minutes;
  insert into usage.client_days select * from usage.client_minutes;
  insert into usage.quota_levels values ('cli_1', '2026-11-20', 80);
  insert into usage.account_quarters (account_id, start, route, status, requests, units, bytes) values ('acc_1', now(), '/', 200, 1, 1, 1);
  insert into usage.account_days select * from usage.account_quarters;
  create table usage.requests_20261122 partition of usage.requests for values from ('2026-11-22') to ('2026-11-23');
  insert into usage.requests values ('req_1', '2026-11-22 12:00Z', 'acc_1', 'cli_1', 'key_1', '/', 200, 1, 'r', 0.1, -33.3)`;

const DATA_FILES = { 'key-secret': KEY_SECRET, 'usage/0b/0000000001.segment': 'frames' };

function writeDataFiles(files: Record<string, string>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(source.dataDirectory, name)), { recursive: true });
    writeFileSync(join(source.dataDirectory, name), content);
  }
}

const rowsOf = async ({ connection }: Machine, table: string) =>
  (await runSql<{ row: unknown }>(connection, `select t::text as row from ${table} t order by 1`)).map(
    ({ row }) => row,
  );

describe('a backup', () => {
  test('restores every table unchanged', async () => {
    await runSql(source.connection, FILL);
    await target.restore(await source.backUp(join(temporary, 'backup')), { KEY_SECRET });

    const tables = await source.tables();
    expect(await target.tables()).toEqual(tables);
    for (const table of tables.filter((name) => name !== MIGRATIONS_TABLE)) {
      const rows = await rowsOf(source, table);
      expect({ table, rows: rows.length }).toEqual({ table, rows: 1 });
      expect({ table, rows: await rowsOf(target, table) }).toEqual({ table, rows });
    }
    expect(await migrate(target.connection, OWN_FEATURE_SET)).toEqual([]);
  });

  test('of an older version is migrated to the current schema', async () => {
    await target.restore(await writeFirstBackup(temporary));

    expect(await target.tables()).toEqual(await source.tables());
    expect(await migrate(target.connection, OWN_FEATURE_SET)).toEqual([]);
    const rows = await runSql(target.connection, 'select id, full_name, deleted_at from accounts');
    expect(rows).toEqual([{ id: 'acc_1', full_name: 'Ada', deleted_at: null }]);
    const personal = `select id, personal_account_id, role, is_active from organizations
      join organization_members on organization_id = id and account_id = personal_account_id`;
    expect(await runSql(target.connection, personal)).toEqual([
      { id: 'org_1', personal_account_id: 'acc_1', role: 'owner', is_active: true },
    ]);
  });

  test('is a consistent snapshot while others write', async () => {
    const write = `insert into usage.journals values (gen_random_uuid()::text, 1, now());
      insert into audit_events (id, action, actor_kind, account_id, target_id, details, created_at)
        select id, '', '', '', '', '{}', now() from usage.journals order by applied_at desc limit 1`;
    let isOver = false;
    await runSql(source.connection, write);
    const writing = (async () => {
      while (!isOver) await runSql(source.connection, write);
    })();
    const folder = await source.backUp(join(temporary, 'backup'));
    isOver = true;
    await writing;

    await target.restore(folder);
    const [{ journals, events }] = await runSql<{ journals: number; events: number }>(
      target.connection,
      'select (select count(*) from usage.journals)::int as journals, (select count(*) from audit_events)::int as events',
    );
    expect(journals).toBeGreaterThan(0);
    expect(journals).toBe(events);
  });

  test('includes the key secret and the journal of the data directory, readable only by their owner', async () => {
    writeDataFiles({ ...DATA_FILES, 'usage/0b.lock': '', 'runs/r/manifest.json': '' });
    await runSql(source.connection, FILL);
    const folder = await source.backUp(join(temporary, 'backup'));
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
      join(folder, name),
    );
    for (const name of [folder, ...names])
      expect({ name, mode: statSync(name).mode & 0o077 }).toEqual({ name, mode: 0 });

    await target.restore(folder);
    const restored = readdirSync(target.dataDirectory, { recursive: true, encoding: 'utf8' });
    expect(restored.sort()).toEqual(['key-secret', 'usage', 'usage/0b', 'usage/0b/0000000001.segment']);
    for (const [name, content] of Object.entries(DATA_FILES))
      expect(readFileSync(join(target.dataDirectory, name), 'utf8')).toBe(content);
    expect(statSync(join(target.dataDirectory, 'key-secret')).mode & 0o777).toBe(0o600);
  });
});

test('a restore omits the backed-up secret if KEY_SECRET is set', async () => {
  await runSql(source.connection, FILL);
  writeDataFiles(DATA_FILES);
  await target.restore(await source.backUp(join(temporary, 'backup')), { KEY_SECRET });
  expect(readdirSync(target.dataDirectory)).toEqual(['usage']);
});

test('a segment deleted during the backup is skipped, since its content is in the database', async () => {
  expect(await copyPrivately(join(temporary, 'gone'), join(temporary, 'copy/gone'))).toBe(false);
});

describe('a backup is refused', () => {
  test('into a folder that is not empty, which stays unchanged', async () => {
    writeFileSync(join(temporary, 'note'), 'mine');
    await expect(source.backUp(temporary)).rejects.toThrow(`${temporary} is not empty`);
    expect(readdirSync(temporary)).toEqual(['note']);
  });

  test('of a database in which no service was started', async () => {
    await expect(target.backUp(join(temporary, 'backup'))).rejects.toThrow('nothing to back up');
    expect(readdirSync(temporary)).toEqual([]);
  });

  test.each([
    ['an earlier version', 'earlier version', `delete from mikro_orm_migrations where name ^@ 'usage/'`],
    [
      'a later version',
      'newer schema',
      `insert into mikro_orm_migrations (name) values ('Migration99991231235959')`,
    ],
  ])('for the schema of %s, leaving nothing behind', async (_, message, statement) => {
    await runSql(source.connection, statement);
    await expect(source.backUp(join(temporary, 'backup'))).rejects.toThrow(message);
    expect(readdirSync(temporary)).toEqual([]);
  });
});

describe('a restore is refused, and writes nothing,', () => {
  afterEach(async () => {
    expect(await target.tables()).toEqual([]);
    expect(existsSync(join(target.dataDirectory, 'key-secret'))).toBe(false);
  });

  test('if any file is damaged, truncated or missing', async () => {
    await runSql(source.connection, FILL);
    writeDataFiles(DATA_FILES);
    const folder = await source.backUp(join(temporary, 'backup'));
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const files = names.map((name) => join(folder, name)).filter((path) => statSync(path).isFile());
    expect(files.length).toBeGreaterThan(15);
    for (const path of files) {
      const content = readFileSync(path);
      const damaged = Buffer.from(content);
      damaged[damaged.length >> 1] ^= 1;
      writeFileSync(path, damaged);
      await expect(verifyBackup(folder)).rejects.toThrow('The backup is damaged');
      writeFileSync(path, content);
      truncateSync(path, content.length - 3);
      await expect(verifyBackup(folder)).rejects.toThrow('The backup is damaged');
      rmSync(path);
      await expect(target.restore(folder, { KEY_SECRET })).rejects.toThrow(
        /is missing|not a complete backup/,
      );
      writeFileSync(path, content);
    }
    await verifyBackup(folder);
  });

  test('from a newer version, by its schema or its format', async () => {
    const migrations = [...FORMER, 'Migration99991231235959'];
    await expect(target.restore(await writeFirstBackup(temporary, { migrations }))).rejects.toThrow(
      'newer schema than this version knows: Migration99991231235959',
    );
    const format = 2 as 1;
    await expect(target.restore(await writeFirstBackup(temporary, { format }))).rejects.toThrow(
      'has the format 2',
    );
  });

  test('from a version with only some of the migrations from before the first release', async () => {
    const migrations = FORMER.slice(0, -1);
    await expect(target.restore(await writeFirstBackup(temporary, { migrations }))).rejects.toThrow(
      'The backup has an early schema from before the first release',
    );
  });

  test('without the key secret, or with another one', async () => {
    await runSql(source.connection, FILL);
    const folder = await source.backUp(join(temporary, 'backup'));
    await expect(target.restore(folder)).rejects.toThrow('set KEY_SECRET to the one');
    await expect(target.restore(folder, { KEY_SECRET: OTHER_SECRET })).rejects.toThrow(
      "doesn't match the backup",
    );
  });

  test('with a different key secret than the one in the backup', async () => {
    await runSql(source.connection, FILL);
    writeDataFiles(DATA_FILES);
    const folder = await source.backUp(join(temporary, 'backup'));
    await expect(target.restore(folder, { KEY_SECRET: OTHER_SECRET })).rejects.toThrow(
      "doesn't match the backup",
    );
  });

  test('into a data directory with the journal of another installation', async () => {
    const journal = join(target.dataDirectory, 'usage/0b');
    mkdirSync(journal, { recursive: true });
    writeFileSync(join(journal, '0000000001.segment'), 'frames');
    await expect(target.restore(await writeFirstBackup(temporary))).rejects.toThrow('is in use');
  });
});

test('a restore is refused where a service was started before, and leaves its data unchanged', async () => {
  await runSql(source.connection, FILL);
  await expect(source.restore(await writeFirstBackup(temporary))).rejects.toThrow('The database is in use');
  expect(await rowsOf(source, 'accounts')).toHaveLength(1);
});

test('a restore that fails halfway leaves the database empty for the next attempt', async () => {
  const folder = await writeFirstBackup(temporary);
  const { tables } = await verifyBackup(folder);
  await expect(
    target.restore(await writeFirstBackup(temporary, { tables: [{ ...tables[0], rows: 2 }] })),
  ).rejects.toThrow('took 1 rows, of which the backup has 2');
  await target.restore(folder);
  expect(await rowsOf(target, 'accounts')).toHaveLength(1);
});

test('a restore that fails at a file removes those already restored, for the next attempt', async () => {
  writeDataFiles(DATA_FILES);
  await runSql(source.connection, FILL);
  const folder = await source.backUp(join(temporary, 'backup'));
  const inTheWay = join(target.dataDirectory, 'usage');
  writeFileSync(inTheWay, '');
  await expect(target.restore(folder)).rejects.toThrow('ENOTDIR');
  expect(readdirSync(target.dataDirectory)).toEqual(['usage']);
  rmSync(inTheWay);
  await target.restore(folder);
  expect(await rowsOf(target, 'accounts')).toHaveLength(1);
});
