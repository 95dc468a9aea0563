import { expect, it } from '@jest/globals';
import { UnderscoreNamingStrategy } from '@mikro-orm/core';
import { Migration } from '@mikro-orm/migrations';
import { FeatureSet } from '../../../../src/core/features/feature-set.js';

const NAMING = new UnderscoreNamingStrategy();

/** Returns a migration with the name that `migration:create --name` generates. */
function named(time: string, name?: string) {
  class Named extends Migration {
    override up(): void {
      // Nothing to do.
    }
  }
  return Object.defineProperty(Named, 'name', { value: NAMING.classToMigrationName(time, name) });
}

it('accepts the names that MikroORM generates, and sorts them by their timestamps', () => {
  const alerts = {
    name: 'alerts',
    migrations: [
      named('20261201120000', 'Zones, and 2 more'),
      named('20261201120001'),
      named('20261201115959', 'übrige'),
    ],
  };

  expect(new FeatureSet([], [alerts]).migrations.map(({ name }) => name)).toEqual([
    'alerts/Migration20261201115959_übrige',
    'alerts/Migration20261201120000_Zones_and_2_more',
    'alerts/Migration20261201120001',
  ]);
});
