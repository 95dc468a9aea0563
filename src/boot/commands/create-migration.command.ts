import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { EntitySchema, MikroORM } from '@mikro-orm/postgresql';
import { type DatabaseConnection, featureNames } from '../../core/config/index.js';
import { EmbeddedPostgres, createOrmOptions, migrate } from '../../core/database/index.js';
import type { EntityType, Feature, FeatureSet } from '../../core/features/index.js';
import { loadFeatures } from '../features/load-features.js';

const USAGE = `Usage: weather-forecast-service migration:create [--path <folder>]

Writes a migration for each feature whose entities have changed: of the features that FEATURES names,
or else of the service's own. It goes beside the feature's other migrations, or into the folder.`;

const SNAPSHOT = '.snapshot';
/** What is installed or built. */
const NO_SOURCES = ['**/node_modules/**', '**/dist/**', 'dist.*/**'];

/** Runs `npm run migration:create`, on a temporary server. */
export async function createMigrations(words: string[]): Promise<number | void> {
  const options = { path: { type: 'string' }, help: { type: 'boolean' } } as const;
  const { path, help } = parseArgs({ args: words, options }).values;
  if (help) return console.log(USAGE);
  const set = await loadFeatures(featureNames(process.env));
  const others = set.features.filter(({ name }) => !set.isOwn(name));
  const changed = (others.length > 0 ? others : set.features).filter(({ entities }) => entities);
  const directory = mkdtempSync(join(tmpdir(), 'migration-'));
  const server = await EmbeddedPostgres.start({ directory });
  try {
    const names = set.migrations.map(({ name }) => name);
    await migrate(server.connection, set, names);
    const written: string[] = [];
    for (const feature of changed)
      written.push(...(await createMigration(server.connection, set, feature, path ?? folderOf(feature))));
    console.log(written.length > 0 ? written.join('\n') : 'The migrations fit the entities.');
  } finally {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
  return 0;
}

/** Compares the entities with the snapshot of when they last changed or, without one, with what the migrations make. */
async function createMigration(
  connection: DatabaseConnection,
  set: FeatureSet,
  { name, entities = [] }: Feature,
  path: string,
): Promise<string[]> {
  const options = createOrmOptions(connection, set);
  const orm = await MikroORM.init({
    ...options,
    schemaGenerator: { skipTables: set.entities.filter((entity) => !entities.includes(entity)).map(tableOf) },
    migrations: {
      ...options.migrations,
      ...{ path, emit: 'ts', snapshotName: SNAPSHOT },
      // The database also has tables that are no entity's.
      dropTables: existsSync(join(path, `${SNAPSHOT}.json`)),
    },
  });
  const { fileName } = await orm.migrator.create();
  await orm.close();
  return fileName ? [`Written: ${path}/${fileName}. Add it to "migrations" of the feature "${name}".`] : [];
}

/** Returns where the feature's migrations are, or where its first one should be. */
function folderOf({ name, migrations = [] }: Feature): string {
  const find = (file: string) => globSync(`**/${file}`, { exclude: NO_SOURCES }).at(0);
  const last = migrations.at(-1);
  const beside = last && find(`${last.name}.ts`);
  if (beside !== undefined) return dirname(beside);
  const feature = find(`${name}.feature.ts`);
  return join(feature === undefined ? '.' : dirname(feature), 'migrations');
}

function tableOf(entity: EntityType): string {
  const schema = entity instanceof EntitySchema ? entity : EntitySchema.REGISTRY.get(entity)!;
  return schema.meta.tableName;
}
