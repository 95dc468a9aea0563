/** @slow */
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
import { type BackupManifest, MANIFEST } from '../../../../src/core/backup/backup-manifest.js';
import { verifyBackup, writeChecksums } from '../../../../src/core/backup/checksums.js';
import { copyPrivately } from '../../../../src/core/backup/data-files.js';
import { migrate } from '../../../../src/core/database/migrate.js';
import { OWN_FEATURE_SET } from '../../../../src/boot/features/features.js';
import { cloneDatabase, createEmptyDatabase, runSql } from '../../../support/test-postgres.js';
import { Machine } from './backup-harness.js';

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

/** A row for every table: those of the first previews, and those that were added since. */
const FILL = `${readFileSync('test/fixtures/releases/rows.sql', 'utf8')};
  insert into event_listeners values ('Tides.onRun (run.published)', 'run.published', 9007199254740991);
  insert into event_handlings values ('Tides.onRun (run.published)', 'evx_1', 1, now());
  insert into observation_sources values ('metar', now(), now(), now(), now(), 2, '{"time": 1}', null, 1);
  insert into observation_stations values ('KBOS', 'metar', null, 42.3606, -71.0097, 4, now(), 1);
  insert into observation_blocks values ('metar', '2026-11-21T06:00:00Z', 63, '\\x00ff', false, 1);
  insert into verification_runs values ('gfs', '2026-11-21T06:00:00Z', now(), 5000);
  insert into verification_forecasts values ('gfs', '2026-11-21T06:00:00Z', '2026-11-21T00:00:00Z', 3, '\\x00ff');
  insert into verification_days values ('2026-11-21T00:00:00Z', 'inputs');
  insert into verification_sums values ('2026-11-21T00:00:00Z', 'temperature', 7, 3, '\\x00ff', null, '\\x01');
  insert into verification_checks values ('2026-11-21T00:00:00Z', 3, '\\x00ff');
  insert into verification_biases values ('2026-11-21T00:00:00Z', 3, '\\x00ff');
  insert into verification_states values (1, now(), now(), '\\x00ff')`;

const DATA_FILES = { 'key-secret': KEY_SECRET, 'usage/0b/0000000001.segment': 'frames' };

function writeDataFiles(files: Record<string, string>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(source.dataDirectory, name)), { recursive: true });
    writeFileSync(join(source.dataDirectory, name), content);
  }
}

/** Backs up the source, and changes the manifest. */
async function backUpWith(changes: Partial<BackupManifest>): Promise<string> {
  const folder = await source.backUp(mkdtempSync(join(temporary, 'changed-')));
  const manifest = { ...(await verifyBackup(folder)), ...changes };
  writeFileSync(join(folder, MANIFEST), JSON.stringify(manifest));
  await writeChecksums(folder, [...manifest.tables.map(({ file }) => file), ...manifest.files]);
  return folder;
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
      `insert into mikro_orm_migrations (name) values ('accounts/Migration99991231235959')`,
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
    const migrations = ['accounts/Migration99991231235959'];
    await expect(target.restore(await backUpWith({ migrations }))).rejects.toThrow(
      'newer schema than this version knows: accounts/Migration99991231235959',
    );
    const format = 2 as 1;
    await expect(target.restore(await backUpWith({ format }))).rejects.toThrow('has the format 2');
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
    await expect(target.restore(await backUpWith({}))).rejects.toThrow('is in use');
  });
});

test('a restore is refused where a service was started before, and leaves its data unchanged', async () => {
  await runSql(source.connection, FILL);
  await expect(source.restore(await backUpWith({}), { KEY_SECRET })).rejects.toThrow(
    'The database is in use',
  );
  expect(await rowsOf(source, 'accounts')).toHaveLength(1);
});

test('a restore that fails halfway leaves the database empty for the next attempt', async () => {
  await runSql(source.connection, FILL);
  const folder = await backUpWith({});
  const { tables } = await verifyBackup(folder);
  const wrong = tables.map((table) => (table.name === 'webhooks' ? { ...table, rows: 2 } : table));
  await expect(target.restore(await backUpWith({ tables: wrong }), { KEY_SECRET })).rejects.toThrow(
    'took 1 rows, of which the backup has 2',
  );
  expect(await target.tables()).toEqual([]);
  await target.restore(folder, { KEY_SECRET });
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
