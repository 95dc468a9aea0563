import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import { OWN_FEATURE_SET } from '../features/features.js';
import { EmbeddedPostgres } from './embedded-postgres/embedded-postgres.js';
import { createOrmOptions } from './orm-options.js';

/** Writes a migration from the last snapshot to the present entities, if they differ; a throw-away server helps with it. */
const directory = mkdtempSync(join(tmpdir(), 'migration-'));
const server = await EmbeddedPostgres.start({ directory });
try {
  const orm = await MikroORM.init(createOrmOptions(server.connection, OWN_FEATURE_SET));
  const { fileName } = await orm.migrator.create();
  console.log(
    fileName
      ? `Written: src/database/migrations/${fileName}. Add it to migrations.ts.`
      : 'The migrations fit the entities.',
  );
  await orm.close();
} finally {
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
}
