import 'reflect-metadata';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { EntitySchema, MikroORM } from '@mikro-orm/postgresql';
import type { DatabaseConnection } from '../../core/config/index.js';
import type { EntityType, Feature } from '../../core/features/index.js';
import { OWN_FEATURE_SET } from '../features/features.js';
import { EmbeddedPostgres, createOrmOptions } from '../../core/database/index.js';

/** Writes a migration for each feature whose entities differ from its last snapshot, using a temporary server. */
const directory = mkdtempSync(join(tmpdir(), 'migration-'));
const server = await EmbeddedPostgres.start({ directory });
try {
  const written: string[] = [];
  for (const feature of OWN_FEATURE_SET.features)
    if (feature.entities) written.push(...(await createMigration(server.connection, feature)));
  console.log(written.length > 0 ? written.join('\n') : 'The migrations fit the entities.');
} finally {
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
}

async function createMigration(
  connection: DatabaseConnection,
  { name, entities = [] }: Feature,
): Promise<string[]> {
  const options = createOrmOptions(connection, OWN_FEATURE_SET);
  const [file] = globSync(`src/**/${name}.feature.ts`);
  const path = join(dirname(file), 'migrations');
  const orm = await MikroORM.init({
    ...options,
    schemaGenerator: {
      skipTables: OWN_FEATURE_SET.entities.filter((entity) => !entities.includes(entity)).map(tableOf),
    },
    migrations: { ...options.migrations, path, emit: 'ts', snapshotName: '.snapshot' },
  });
  const { fileName } = await orm.migrator.create();
  await orm.close();
  return fileName ? [`Written: ${path}/${fileName}. Add it to ${file}.`] : [];
}

function tableOf(entity: EntityType): string {
  const schema = entity instanceof EntitySchema ? entity : EntitySchema.REGISTRY.get(entity)!;
  return schema.meta.tableName;
}
