/** @slow */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Migration } from '@mikro-orm/migrations';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { migrate } from '../../../../src/core/database/migrate.js';
import { defineFeature } from '../../../../src/core/features/define-feature.js';
import type { FeatureSet } from '../../../../src/core/features/feature-set.js';
import { loadFeatures } from '../../../../src/boot/features/load-features.js';
import { entity, featuresOf, migration } from '../../../support/made-features.js';
import { cloneDatabase, createEmptyDatabase, runSql } from '../../../support/test-postgres.js';
import { Machine } from '../../../unit/core/backup/backup-harness.js';

const FEATURES = await loadFeatures(['./test/extension/src/alerts/alerts.feature.ts']);
const ALERT = `insert into alerts values ('alr_1', 'acc_1', 'Storm', '2026-12-01T00:00:00Z')`;
const SECRET = { KEY_SECRET: 'of this test, with 32 characters' };

let source: Machine;
let target: Machine;
let temporary: string;

beforeEach(async () => {
  source = new Machine(await cloneDatabase(), FEATURES);
  target = new Machine(await createEmptyDatabase(), FEATURES);
  temporary = mkdtempSync(join(tmpdir(), 'weather-feature-'));
});
afterEach(async () => {
  await source.remove();
  await target.remove();
  rmSync(temporary, { recursive: true, force: true });
});

it('is backed up and restored with its rows', async () => {
  await migrate(source.connection, FEATURES);
  await runSql(source.connection, ALERT);

  await target.restore(await source.backUp(join(temporary, 'backup')), SECRET);

  expect(await runSql(target.connection, 'select id, name from alerts')).toEqual([
    { id: 'alr_1', name: 'Storm' },
  ]);
  expect(await migrate(target.connection, FEATURES)).toEqual([]);
});

class Migration20261202120000 extends Migration {
  override up(): void {
    this.addSql('create schema storms; create table storms.log (line text)');
  }
}

it('is backed up with its schema and data files, but nothing else from its folder', async () => {
  const storms = defineFeature({
    name: 'storms',
    schemas: ['storms'],
    dataFiles: ['storms/*.log'],
    migrations: [Migration20261202120000],
  });
  const features = await loadFeatures([], [storms]);
  const one = new Machine(source.database, features);
  const other = new Machine(target.database, features);
  await migrate(one.connection, features);
  await runSql(one.connection, `insert into storms.log values ('hail')`);
  mkdirSync(join(one.dataDirectory, 'storms'));
  for (const name of ['today.log', 'today.tmp']) writeFileSync(join(one.dataDirectory, 'storms', name), name);

  const backup = await one.backUp(join(temporary, 'backup'));
  await other.restore(backup, SECRET);

  expect(await runSql(other.connection, 'select line from storms.log')).toEqual([{ line: 'hail' }]);
  expect(readdirSync(join(other.dataDirectory, 'storms'))).toEqual(['today.log']);
  const third = new Machine(target.database, features);
  await expect(third.restore(backup)).rejects.toThrow('The database is in use');
});

describe('is backed up and restored', () => {
  it('without rows that its migrations inserted and that were deleted since', async () => {
    const features = await featuresOf({
      name: 'kinds',
      entities: [entity('kinds')],
      migrations: [
        migration(
          20261203120000,
          `create table kinds (id int primary key); insert into kinds values (1), (2);
           create table kind_notes (kind_id int references kinds); insert into kind_notes values (1)`,
        ),
      ],
    });

    await restored(features, 'delete from kind_notes; delete from kinds where id = 1');

    expect(await runSql(target.connection, 'select id from kinds')).toEqual([{ id: 2 }]);
  });

  it('with sequences that continue and repeat no number, whoever owns them', async () => {
    const tables = ['by_serial', 'by_identity', 'by_default', 'emptied', 'parted'];
    const features = await featuresOf({
      name: 'counters',
      entities: [entity('counted')],
      schemas: ['counters'],
      migrations: [
        migration(
          20261203120000,
          `create sequence counted_numbers; create table counted (id int primary key default nextval('counted_numbers'));
           create schema counters; set local search_path to counters;
           create sequence numbers increment 5;
           create table by_serial (id serial primary key, note text);
           create table by_identity ("Id" bigint generated always as identity (start 1000) primary key, note text);
           create table by_default (id int primary key default nextval('numbers'), note text);
           create table emptied (id serial primary key, note text); insert into emptied default values;
           create table parted (id serial, note text, day date not null default '2026-01-01') partition by range (day);
           create table parted_2026 partition of parted for values from ('2026-01-01') to ('2027-01-01');
           set local search_path to default`,
        ),
      ],
    });
    const insert = (table: string) => `insert into counters.${table} (note) values ('')`;
    await restored(
      features,
      `${['by_serial', 'by_serial', 'by_identity', 'by_default', 'parted'].map(insert).join(';')};
       insert into counted default values; delete from counters.emptied; delete from counters.by_serial where id = 2`,
    );

    const next = [];
    for (const table of tables)
      next.push(
        ...(await runSql(target.connection, `${insert(table)} returning to_jsonb(${table}) - 'note' as row`)),
      );

    expect(next).toEqual([
      { row: { id: 3 } },
      { row: { Id: 1001 } },
      { row: { id: 6 } },
      { row: { id: 2 } },
      { row: { id: 2, day: '2026-01-01' } },
    ]);
    expect(await runSql(target.connection, 'insert into counted default values returning id')).toEqual([
      { id: 2 },
    ]);
  });

  it("with tables of entities in a schema that the feature doesn't list", async () => {
    const features = await featuresOf({
      name: 'hail',
      entities: [entity('stones', 'hail')],
      migrations: [
        migration(20261203120000, 'create schema hail; create table hail.stones (id int primary key)'),
      ],
    });

    const backup = await restored(
      features,
      'insert into hail.stones values (7); create table hail.of_others ()',
    );

    expect(await runSql(target.connection, 'select id from hail.stones')).toEqual([{ id: 7 }]);
    expect(await runSql(target.connection, `select to_regclass('hail.of_others') as others`)).toEqual([
      { others: null },
    ]);
    await expect(new Machine(target.database, features).restore(backup)).rejects.toThrow(
      'The database is in use',
    );
  });

  it('into a database where its tables are in a schema that belongs to others', async () => {
    const features = await featuresOf({
      name: 'hail',
      entities: [entity('stones', 'company')],
      migrations: [
        migration(
          20261203120000,
          'create schema if not exists company; create table company.stones (id int primary key)',
        ),
      ],
    });
    await runSql(target.connection, 'create schema company; create table company.orders (id int)');
    await runSql(target.connection, 'insert into company.orders values (1)');

    await restored(features, 'insert into company.stones values (7)');

    expect(
      await runSql(target.connection, 'select * from company.stones, company.orders as o (order_id)'),
    ).toEqual([{ id: 7, order_id: 1 }]);
  });

  it("with the partitions of its entities' tables", async () => {
    const features = await featuresOf({
      name: 'days',
      entities: [entity('by_range'), entity('by_list'), entity('by_hash')],
      migrations: [
        migration(
          20261203120000,
          `create table by_range (id int primary key) partition by range (id);
           create table by_list (id int primary key) partition by list (id);
           create table by_hash (id int primary key) partition by hash (id)`,
        ),
      ],
    });

    await restored(
      features,
      `create table first_range partition of by_range for values from (minvalue) to (100);
       create table first_list partition of by_list for values in (1, 2);
       create table other_list partition of by_list default;
       create table first_hash partition of by_hash for values with (modulus 1, remainder 0);
       insert into by_range values (-7); insert into by_list values (2), (9); insert into by_hash values (4)`,
    );

    const rows = 'select id from by_range union all select id from by_list union all select id from by_hash';
    expect(await runSql(target.connection, `${rows} order by id`)).toEqual(
      [-7, 2, 4, 9].map((id) => ({ id })),
    );
  });

  it('with tables that reference each other, keeping their foreign keys', async () => {
    const features = await featuresOf({
      name: 'pairs',
      schemas: ['pairs'],
      migrations: [
        migration(
          20261203120000,
          `create schema pairs;
           create table pairs.a (id int primary key, b_id int);
           create table pairs.b (id int primary key, a_id int not null references pairs.a on delete cascade);
           alter table pairs.a add constraint "A to b" foreign key (b_id) references pairs.b;
           create table pairs.days (day date primary key, next date references pairs.days) partition by range (day);
           create table pairs.days_2026 partition of pairs.days for values from ('2026-01-01') to ('2027-01-01');
           create table pairs.days_2027 partition of pairs.days for values from ('2027-01-01') to ('2028-01-01')`,
        ),
      ],
    });
    const keys = `select conname, condeferrable, condeferred, confdeltype, convalidated from pg_constraint
      where contype = 'f' and connamespace = 'pairs'::regnamespace order by conname`;

    await restored(
      features,
      `insert into pairs.a values (1, null); insert into pairs.b values (2, 1); update pairs.a set b_id = 2;
       insert into pairs.days values ('2026-01-01', null), ('2027-01-01', '2026-01-01');
       update pairs.days set next = '2027-01-01'`,
    );

    expect(await runSql(target.connection, 'select a.b_id, b.a_id from pairs.a, pairs.b')).toEqual([
      { b_id: 2, a_id: 1 },
    ]);
    expect(await runSql(target.connection, 'select from pairs.days')).toHaveLength(2);
    expect(await runSql(target.connection, keys)).toEqual(await runSql(source.connection, keys));
  });
});

/** Migrates and fills the source, restores its backup into the target, and returns the path of the backup. */
async function restored(features: FeatureSet, fill = 'select'): Promise<string> {
  await migrate(source.connection, features);
  await runSql(source.connection, fill);
  const backup = await new Machine(source.database, features).backUp(join(temporary, 'backup'));
  await new Machine(target.database, features).restore(backup, SECRET);
  return backup;
}
