import { defineEntity, p } from '@mikro-orm/core';
import { Migration } from '@mikro-orm/migrations';
import type { FeatureSet } from '../../src/core/features/feature-set.js';
import type { Feature } from '../../src/core/features/feature.types.js';
import { loadFeatures } from '../../src/boot/features/load-features.js';

/** A migration with a timestamp such as 20261203120000. */
export function migration(time: number, up: string, down = 'select') {
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

/** An entity with only a numeric key. */
export function entity(tableName: string, schema?: string) {
  return defineEntity({ name: tableName, tableName, schema, properties: { id: p.integer().primary() } });
}

/** The built-in features and others. */
export function featuresOf(...others: Feature[]): Promise<FeatureSet> {
  return loadFeatures([], others);
}
