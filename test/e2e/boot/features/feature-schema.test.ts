import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineEntity, p } from '@mikro-orm/core';
import { Migration } from '@mikro-orm/migrations';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AbsentFeatureError } from '../../../../src/core/database/schema-errors.js';
import { migrate, removeFeature } from '../../../../src/core/database/migrate.js';
import { OWN_FEATURE_SET } from '../../../../src/boot/features/features.js';
import { loadFeatures } from '../../../../src/boot/features/load-features.js';
import { entity, featuresOf, migration } from '../../../support/made-features.js';
import { cloneDatabase, createEmptyDatabase, runSql } from '../../../support/test-postgres.js';
import { Machine } from '../../../unit/core/backup/backup-harness.js';

const FEATURES = await loadFeatures(['./test/extension/src/alerts/alerts.feature.ts']);
const MIGRATION = 'alerts/Migration20261201120000';

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

it("is added to a database with all of the service's own schema, and recorded under the feature's name", async () => {
  expect(await migrate(source.connection, FEATURES)).toEqual([MIGRATION]);
  expect(await migrate(source.connection, FEATURES)).toEqual([]);
  expect(await source.tables()).toContain('public.alerts');
});

it('is refused by start, backup and restore if the feature is absent, with its name', async () => {
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

it("is removed by the feature's code, leaving a database for a service without it", async () => {
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

  it('is removed by what its migrations recorded, and can be added again', async () => {
    const features = await featuresOf({ name: 'fronts', migrations: [KINDS, RENAMES] });
    const before = await source.tables();
    const undone = await migrate(source.connection, features);

    expect(await removeFeature(source.connection, OWN_FEATURE_SET, 'fronts')).toEqual({
      undone,
      dropped: OBJECTS,
    });

    expect(await source.tables()).toEqual(before);
    expect(await migrate(source.connection, OWN_FEATURE_SET)).toEqual([]);
    expect(await migrate(source.connection, features)).toEqual(undone);
  });

  it('is also removed from a restored database', async () => {
    const features = await featuresOf({ name: 'fronts', schemas: ['fronts'], migrations: [KINDS, RENAMES] });
    await migrate(source.connection, features);
    const backup = await new Machine(source.database, features).backUp(join(temporary, 'backup'));
    await new Machine(target.database, features).restore(backup, {
      KEY_SECRET: 'of this test, with 32 characters',
    });

    const { dropped } = await removeFeature(target.connection, OWN_FEATURE_SET, 'fronts');

    expect(dropped).toEqual(OBJECTS);
  });

  it('is kept if another feature references its tables', async () => {
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

  it('is kept if others have created something in its schema', async () => {
    const features = await featuresOf({ name: 'fronts', migrations: [KINDS, RENAMES] });
    await migrate(source.connection, features);
    await runSql(source.connection, 'create table fronts.of_others (id int)');

    await expect(removeFeature(source.connection, OWN_FEATURE_SET, 'fronts')).rejects.toThrow(
      'cannot drop schema fronts because other objects depend on it',
    );

    expect(await runSql(source.connection, 'select from fronts.seen')).toEqual([]);
    await runSql(source.connection, 'drop table fronts.of_others');
    expect((await removeFeature(source.connection, OWN_FEATURE_SET, 'fronts')).dropped).toEqual(OBJECTS);
  });

  it('is removed even if its functions and views depend on its tables and on each other', async () => {
    const made = migration(
      20261203120000,
      `create table fronts (id int);
       create function first_front() returns fronts begin atomic; select fronts from fronts limit 1; end;
       create view front_ids as select id from fronts;
       create materialized view kept_fronts as select id from front_ids`,
    );
    await migrate(source.connection, await featuresOf({ name: 'fronts', migrations: [made] }));

    const { dropped } = await removeFeature(source.connection, OWN_FEATURE_SET, 'fronts');

    expect(dropped).toHaveLength(4);
    expect(await source.tables()).not.toContain('public.fronts');
  });

  it('must be named once more if an earlier version migrated it, even if the current version did too', async () => {
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

class Migration20261202120000 extends Migration {
  override up(): void {
    this.addSql('create schema storms');
  }
}

it("isn't removed by a migration without down(), which the refusal names", async () => {
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

describe('an entity without its migration', () => {
  const fronts = (...migrations: ReturnType<typeof migration>[]) =>
    featuresOf({ name: 'fronts', entities: [entity('fronts')], migrations });

  it('is refused with its name, and nothing is migrated', async () => {
    await expect(
      migrate(source.connection, await fronts(migration(20261203120000, 'create table storms ()'))),
    ).rejects.toThrow(
      /^The feature "fronts" has the entity fronts, but no migration makes the table "fronts"\. Run .*migration:create/,
    );
    expect(await source.tables()).not.toContain('public.storms');
  });

  it('has no columns for collections and for embeddables beyond their members', async () => {
    const place = defineEntity({
      name: 'place',
      embeddable: true,
      properties: { lat: p.double(), lon: p.double() },
    });
    const kinds = entity('kinds');
    const storms = defineEntity({
      name: 'storms',
      tableName: 'storms',
      properties: {
        id: p.integer().primary(),
        where: () => p.embedded(place),
        seen: () => p.embedded(place).object(),
        kinds: () => p.manyToMany(kinds).pivotTable('storm_kinds'),
      },
    });
    const made = migration(
      20261203120000,
      `create table kinds (id int primary key);
       create table storms (id int primary key, where_lat float8, where_lon float8, seen jsonb);
       create table storm_kinds (storms_id int, kinds_id int)`,
    );
    const features = await featuresOf({
      name: 'storms',
      entities: [storms, kinds, place],
      migrations: [made],
    });

    expect(await migrate(source.connection, features)).toHaveLength(1);
  });

  it('is refused with the column that is missing', async () => {
    const made = migration(20261203120000, 'create table fronts (number int)');
    await expect(migrate(source.connection, await fronts(made))).rejects.toThrow(
      'no migration makes the column "id" of the table "fronts"',
    );
  });

  it('is accepted with it', async () => {
    const made = migration(20261203120000, 'create table fronts (id int)');
    expect(await migrate(source.connection, await fronts(made))).toEqual(['fronts/Migration20261203120000']);
  });
});
