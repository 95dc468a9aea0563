import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Migration } from '@mikro-orm/migrations';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { AbsentFeatureError } from '../../../src/database/absent-feature-error.js';
import { migrate, removeFeature } from '../../../src/database/migrate.js';
import { OWN_FEATURE_SET } from '../../../src/features/features.js';
import { defineFeature } from '../../../src/features/define-feature.js';
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

  expect(await removeFeature(source.connection, FEATURES, 'alerts')).toEqual([MIGRATION]);

  expect(await source.tables()).not.toContain('public.alerts');
  expect(await migrate(source.connection, OWN_FEATURE_SET)).toEqual([]);
  await expect(removeFeature(source.connection, OWN_FEATURE_SET, 'alerts')).rejects.toThrow('FEATURES');
});
