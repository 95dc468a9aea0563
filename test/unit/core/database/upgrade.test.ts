import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { verifyBackup } from '../../../../src/core/backup/checksums.js';
import { refuseUnfit } from '../../../../src/core/backup/restore-backup.js';
import { loadConfiguration } from '../../../../src/core/config/load-configuration.js';
import { migrate } from '../../../../src/core/database/migrate.js';
import { loadFeatures } from '../../../../src/boot/features/load-features.js';
import { createEmptyDatabase, runSql } from '../../../support/test-postgres.js';
import { Machine } from '../backup/backup-harness.js';

const RELEASES = 'test/fixtures/releases';
const FEATURES = await loadFeatures(['./test/extension/src/alerts/alerts.feature.ts']);

/** What `pg_dump --schema-only` writes, without partitions, and names that only PostgreSQL 18 has. */
const SCHEMA = `
  with relations as (
    select * from pg_class where relnamespace::regnamespace::text in ('public', 'usage') and not relispartition
  )
  select concat_ws(' ', oid::regclass, relkind, pg_get_partkeydef(oid), obj_description(oid)) as line from relations
  union all select concat_ws(' ', r.oid::regclass, 'column', rank() over (partition by r.oid order by attnum), attname,
    format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, attcollation::regcollation,
    pg_get_expr(adbin, adrelid), col_description(r.oid, attnum))
    from relations r join pg_attribute on attrelid = r.oid left join pg_attrdef on (adrelid, adnum) = (attrelid, attnum)
    where relkind in ('r', 'p') and attnum > 0 and not attisdropped
  union all select concat_ws(' ', r.oid::regclass, conname, pg_get_constraintdef(c.oid))
    from relations r join pg_constraint c on conrelid = r.oid where contype <> 'n'
  union all select pg_get_indexdef(indexrelid) from relations r join pg_index on indrelid = r.oid
  union all select pg_get_functiondef(oid) from pg_proc where pronamespace::regnamespace::text in ('public', 'usage')
  union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  order by 1`;

let fresh: Machine;
let machine: Machine;
let temporary: string;
beforeEach(async () => {
  fresh = new Machine(await createEmptyDatabase(), FEATURES);
  machine = new Machine(await createEmptyDatabase(), FEATURES);
  temporary = mkdtempSync(join(tmpdir(), 'weather-upgrade-'));
  await migrate(fresh.connection, FEATURES);
});
afterEach(async () => {
  await fresh.remove();
  await machine.remove();
  rmSync(temporary, { recursive: true });
});

const loadDump = (version: string) =>
  runSql(machine.connection, gunzipSync(readFileSync(join(RELEASES, version, 'dump.sql.gz'))).toString());

function unpackBackup(version: string): string {
  execFileSync('tar', [
    '--extract',
    '--file',
    join(RELEASES, version, 'backup.tar.gz'),
    '--directory',
    temporary,
  ]);
  return temporary;
}

async function lines({ connection }: Machine, statement: string): Promise<string[]> {
  return (await runSql<{ line: string }>(connection, statement)).map(({ line }) => line);
}

const recorded = (of: Machine) => lines(of, 'select name as line from mikro_orm_migrations order by name');

/** A statement that returns all rows of a table, with the columns that it has now. */
const SELECTS = `
  select format('select %L || row(%s) as line from %I.%I order by 1', table_name,
    string_agg(quote_ident(column_name), ', ' order by ordinal_position), table_schema, table_name) as line
  from information_schema.columns
  where table_schema in ('public', 'usage') and table_name <> 'mikro_orm_migrations'
  group by table_schema, table_name order by 1`;

async function expectUpgraded(selects: string[], rows: string[][]): Promise<void> {
  expect(await lines(machine, SCHEMA)).toEqual(await lines(fresh, SCHEMA));
  expect(await recorded(machine)).toEqual(await recorded(fresh));
  expect(await Promise.all(selects.map((select) => lines(machine, select)))).toEqual(rows);
  expect(await migrate(machine.connection, FEATURES)).toEqual([]);
}

describe.each(readdirSync(RELEASES).filter((name) => /^\d/.test(name)))('version %s', (version) => {
  it('leaves a database that is migrated to the schema of a new one, and a backup that is restored to it', async () => {
    await loadDump(version);
    const selects = await lines(machine, SELECTS);
    const rows = await Promise.all(selects.map((select) => lines(machine, select)));
    for (const [index, { length }] of rows.entries())
      expect({ select: selects[index], length }).not.toMatchObject({ length: 0 });

    await migrate(machine.connection, FEATURES);

    await expectUpgraded(selects, rows);
    await machine.remove();
    machine = new Machine(await createEmptyDatabase(), FEATURES);

    await machine.restore(unpackBackup(version));

    await expectUpgraded(selects, rows);
  });
});

describe('a version before 0.1.0', () => {
  const FIRST_PREVIEW = ['Migration20261121093613', 'Migration20261122001210'];

  it('leaves a database that is refused, unchanged and with advice', async () => {
    await loadDump('0.1.0');
    await runSql(
      machine.connection,
      `delete from mikro_orm_migrations where name = 'events/Migration20261123203000'`,
    );
    const before = await recorded(machine);
    const refusal = `The database has an older schema than this version can migrate. Start version 0.1.0 (commit 70ecd6eb) on it first, then this version.`;

    await expect(migrate(machine.connection, FEATURES)).rejects.toThrow(refusal);
    await expect(machine.backUp(join(temporary, 'backup'))).rejects.toThrow(refusal);

    expect(await recorded(machine)).toEqual(before);
    await runSql(machine.connection, `update mikro_orm_migrations set name = 'Migration' || id`);
    await expect(migrate(machine.connection, FEATURES)).rejects.toThrow(refusal);
  });

  it('leaves a backup that is refused', async () => {
    const folder = unpackBackup('0.1.0');
    const manifest = await verifyBackup(folder);
    const configuration = loadConfiguration({ DATA_DIR: machine.dataDirectory });
    for (const migrations of [manifest.migrations.slice(1), FIRST_PREVIEW])
      expect(() =>
        refuseUnfit({ manifest: { ...manifest, migrations }, folder, configuration, features: FEATURES }),
      ).toThrow(
        'The backup has an older schema than this version can migrate. Restore it with version 0.1.0',
      );
  });
});
