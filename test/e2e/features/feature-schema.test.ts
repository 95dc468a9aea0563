import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineEntity, p } from '@mikro-orm/core';
import { Migration } from '@mikro-orm/migrations';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AbsentFeatureError } from '../../../src/database/absent-feature-error.js';
import { migrate, removeFeature } from '../../../src/database/migrate.js';
import { OWN_FEATURE_SET } from '../../../src/features/features.js';
import { defineFeature } from '../../../src/features/define-feature.js';
import type { FeatureSet } from '../../../src/features/feature-set.js';
import type { Feature } from '../../../src/features/feature.types.js';
import { loadFeatures } from '../../../src/features/load-features.js';
import { cloneDatabase, createEmptyDatabase, runSql } from '../../support/test-postgres.js';
import { Machine } from '../../unit/backup/backup-harness.js';

const FEATURES = await loadFeatures(['./test/extension/src/alerts/alerts.feature.ts']);
const MIGRATION = 'alerts/Migration20261201120000';
const ALERT = `insert into alerts values ('alr_1', 'acc_1', 'Storm', '2026-12-01T00:00:00Z')`;

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

it('is added to a database that has all of ours, and recorded under the name of the feature', async () => {
  expect(await migrate(source.connection, FEATURES)).toEqual([MIGRATION]);
  expect(await migrate(source.connection, FEATURES)).toEqual([]);
  expect(await source.tables()).toContain('public.alerts');
});

it('is backed up and restored with its rows', async () => {
  await migrate(source.connection, FEATURES);
  await runSql(source.connection, ALERT);
  const environment = { KEY_SECRET: 'of this test, with 32 characters' };

  await target.restore(await source.backUp(join(temporary, 'backup')), environment);

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

it('is backed up with its own schema and its files, but nothing else of its folder', async () => {
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
  await other.restore(backup, { KEY_SECRET: 'of this test, with 32 characters' });

  expect(await runSql(other.connection, 'select line from storms.log')).toEqual([{ line: 'hail' }]);
  expect(readdirSync(join(other.dataDirectory, 'storms'))).toEqual(['today.log']);
  const third = new Machine(target.database, features);
  await expect(third.restore(backup)).rejects.toThrow('The database is in use');
});

it('is refused with the name of the feature where that is absent, by the start and by backup and restore', async () => {
  await migrate(source.connection, FEATURES);
  const backup = await source.backUp(join(temporary, 'backup'));
  const without = new Machine(source.database);
  const targetWithout = new Machine(target.database);

  await expect(migrate(source.connection, OWN_FEATURE_SET)).rejects.toThrow(AbsentFeatureError);
  await expect(without.backUp(join(temporary, 'other'))).rejects.toThrow('feature that is missing: alerts.');
  await expect(targetWithout.restore(backup)).rejects.toThrow(
    'The backup has tables of a feature that is missing',
  );
  expect(await target.tables()).toEqual([]);
});

it('is taken out by the code of the feature, and leaves a database for a service without it', async () => {
  await migrate(source.connection, FEATURES);

  expect(await removeFeature(source.connection, FEATURES, 'alerts')).toEqual({ undone: [MIGRATION] });

  expect(await source.tables()).not.toContain('public.alerts');
  expect(await migrate(source.connection, OWN_FEATURE_SET)).toEqual([]);
  await expect(removeFeature(source.connection, OWN_FEATURE_SET, 'alerts')).rejects.toThrow(
    `The database has no data of "alerts", and FEATURES doesn't name it.`,
  );
});

describe('without its code', () => {
  const KINDS = migration(
    20261203120000,
    `create schema fronts;
     create type "Front" as enum ('cold', 'warm');
     create table fronts.seen (id serial primary key, kind "Front" not null, nearest int);
     create table fronts.days (day date not null) partition by range (day);
     create table fronts.first_days partition of fronts.days for values from ('2026-01-01') to ('2027-01-01');
     create table front_notes (id int generated always as identity primary key, seen_id int references fronts.seen);
     alter table fronts.seen add foreign key (nearest) references front_notes;
     create function front_count(kind "Front") returns bigint as 'select count(*) from fronts.seen' language sql;
     create view cold_fronts as select * from fronts.seen where kind = 'cold';
     create sequence front_numbers`,
  );
  const RENAMES = migration(20261204120000, 'alter table front_notes rename to front_remarks');
  const OBJECTS = [
    'function public.front_count(public."Front")',
    'schema fronts',
    'sequence public.front_numbers',
    'table fronts.days',
    'table fronts.seen',
    'table public.front_remarks',
    'type public."Front"',
    'view public.cold_fronts',
  ];

  it('is taken out by what its migrations recorded, and can be added again', async () => {
    const features = await featuresOf({ name: 'fronts', migrations: [KINDS, RENAMES] });
    const before = await source.tables();
    const undone = await migrate(source.connection, features);
    await runSql(source.connection, 'create table fronts.made_later (id int)');

    expect(await removeFeature(source.connection, OWN_FEATURE_SET, 'fronts')).toEqual({
      undone,
      dropped: OBJECTS,
    });

    expect(await source.tables()).toEqual(before);
    expect(await migrate(source.connection, OWN_FEATURE_SET)).toEqual([]);
    expect(await migrate(source.connection, features)).toEqual(undone);
  });

  it('is also taken out of a database that was restored', async () => {
    const features = await featuresOf({ name: 'fronts', schemas: ['fronts'], migrations: [KINDS, RENAMES] });
    await restored(features);

    const { dropped } = await removeFeature(target.connection, OWN_FEATURE_SET, 'fronts');

    expect(dropped).toEqual(OBJECTS);
  });

  it('stays as it is where another feature refers to its tables', async () => {
    const table = migration(20261203120000, 'create table fronts (id int primary key)');
    const reference = migration(20261204120000, 'create table rain (id int references fronts)');
    await migrate(
      source.connection,
      await featuresOf({ name: 'fronts', migrations: [table] }, { name: 'rain', migrations: [reference] }),
    );

    await expect(removeFeature(source.connection, OWN_FEATURE_SET, 'fronts')).rejects.toThrow(
      'cannot drop table fronts because other objects depend on it',
    );

    expect(await source.tables()).toEqual(expect.arrayContaining(['public.fronts', 'public.rain']));
    await expect(migrate(source.connection, OWN_FEATURE_SET)).rejects.toThrow('missing: fronts, rain.');
  });

  it('has to be named once more where an earlier version migrated it, even if this one did, too', async () => {
    const first = await featuresOf({ name: 'fronts', migrations: [KINDS] });
    await migrate(source.connection, first);
    await runSql(source.connection, 'alter table mikro_orm_migrations drop objects');
    const refusal = /^An earlier version migrated the feature "fronts" .* Name the module .* in FEATURES/;

    await expect(removeFeature(source.connection, OWN_FEATURE_SET, 'fronts')).rejects.toThrow(refusal);

    await migrate(source.connection, await featuresOf({ name: 'fronts', migrations: [KINDS, RENAMES] }));
    await expect(removeFeature(source.connection, OWN_FEATURE_SET, 'fronts')).rejects.toThrow(refusal);
    expect(await source.tables()).toContain('public.front_remarks');
  });
});

it('is not taken out by a migration that has no down(), which the refusal names', async () => {
  const features = await featuresOf({
    name: 'storms',
    migrations: [
      Migration20261202120000,
      migration(20261203120000, 'create table gusts ()', 'drop table gusts'),
    ],
  });
  await migrate(source.connection, features);

  await expect(removeFeature(source.connection, features, 'storms')).rejects.toThrow(
    /^The migration storms\/Migration20261202120000 cannot be undone: This migration cannot be reverted\. .*FEATURES/,
  );

  expect(await source.tables()).toContain('public.gusts');
  expect(await migrate(source.connection, features)).toEqual([]);
});

describe('is backed up and restored', () => {
  it('with rows that its migrations inserted, changed or deleted since', async () => {
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

  it('with keys that count on, also of empty tables', async () => {
    const tables = ['by_serial', 'by_identity', 'empty', 'parted'];
    const features = await featuresOf({
      name: 'counters',
      schemas: ['counters'],
      migrations: [
        migration(
          20261203120000,
          `create schema counters; set local search_path to counters;
           create table by_serial (id serial primary key, note text);
           create table by_identity ("Id" bigint generated always as identity (start 1000) primary key, note text);
           create table empty (id serial primary key, note text); insert into empty default values;
           create table parted (id serial, note text, day date not null default '2026-01-01') partition by range (day);
           create table parted_2026 partition of parted for values from ('2026-01-01') to ('2027-01-01');
           set local search_path to default`,
        ),
      ],
    });
    const insert = (table: string) => `insert into counters.${table} (note) values ('')`;
    await restored(
      features,
      `${['by_serial', 'by_serial', 'by_identity', 'parted'].map(insert).join(';')}; delete from counters.empty`,
    );

    const next = [];
    for (const table of tables)
      next.push(
        ...(await runSql(target.connection, `${insert(table)} returning to_jsonb(${table}) - 'note' as row`)),
      );

    expect(next).toEqual([
      { row: { id: 3 } },
      { row: { Id: 1001 } },
      { row: { id: 1 } },
      { row: { id: 2, day: '2026-01-01' } },
    ]);
  });

  it('with the tables of entities in a schema that it does not list', async () => {
    const features = await featuresOf({
      name: 'hail',
      entities: [entity('stones', 'hail')],
      migrations: [
        migration(20261203120000, 'create schema hail; create table hail.stones (id int primary key)'),
      ],
    });

    const backup = await restored(features, 'insert into hail.stones values (7)');

    expect(await runSql(target.connection, 'select id from hail.stones')).toEqual([{ id: 7 }]);
    await expect(new Machine(target.database, features).restore(backup)).rejects.toThrow(
      'The database is in use',
    );
  });

  it('with tables that point to each other, whose foreign keys stay as they were', async () => {
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

function migration(time: number, up: string, down = 'select') {
  class Made extends Migration {
    override up(): void {
      this.addSql(up);
    }

    override down(): void {
      this.addSql(down);
    }
  }
  return Object.defineProperty(Made, 'name', { value: `Migration${time}` });
}

function entity(tableName: string, schema?: string) {
  return defineEntity({ name: tableName, tableName, schema, properties: { id: p.integer().primary() } });
}

function featuresOf(...others: Feature[]): Promise<FeatureSet> {
  return loadFeatures([], others);
}

/** Migrates and fills the source, and restores its backup, which is answered, into the target. */
async function restored(features: FeatureSet, fill = 'select'): Promise<string> {
  await migrate(source.connection, features);
  await runSql(source.connection, fill);
  const backup = await new Machine(source.database, features).backUp(join(temporary, 'backup'));
  await new Machine(target.database, features).restore(backup, {
    KEY_SECRET: 'of this test, with 32 characters',
  });
  return backup;
}
