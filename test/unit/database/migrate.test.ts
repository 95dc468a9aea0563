import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DatabaseConnection } from '../../../src/config/database/database-connection.types.js';
import { migrate } from '../../../src/database/migrate.js';
import { MIGRATIONS } from '../../../src/database/migrations/migrations.js';
import { OWN_FEATURE_SET } from '../../../src/features/features.js';
import { NewerSchemaError } from '../../../src/database/newer-schema-error.js';
import {
  createTemplateDatabase,
  dropAllDatabases,
  readTestServer,
  runSql,
} from '../../support/test-postgres.js';

let name: string;
let connection: DatabaseConnection;

beforeEach(async () => {
  const server = readTestServer();
  name = `empty_${randomBytes(6).toString('hex')}`;
  connection = { ...server.connection, dbName: name };
  await createTemplateDatabase({ ...server, template: name }, () => Promise.resolve());
});
afterEach(() => dropAllDatabases({ ...readTestServer(), template: name }));

describe('migrating a database', () => {
  it('is done by one of several that begin at once, while the others wait for it', async () => {
    const all = MIGRATIONS.map((migration) => migration.name);

    const ran = await Promise.all([
      migrate(connection, OWN_FEATURE_SET),
      migrate(connection, OWN_FEATURE_SET),
      migrate(connection, OWN_FEATURE_SET),
    ]);

    expect(ran.map((names) => names.length).sort((a, b) => b - a)).toEqual([all.length, 0, 0]);
    expect(ran.flat()).toEqual(all);
    expect(await migrate(connection, OWN_FEATURE_SET)).toEqual([]);
  });

  it('is refused where a later version has been, and changes nothing', async () => {
    await migrate(connection, OWN_FEATURE_SET, [MIGRATIONS[0].name]);
    await runSql(connection, `insert into mikro_orm_migrations (name) values ('Migration20991231235959')`);

    await expect(migrate(connection, OWN_FEATURE_SET)).rejects.toThrow(NewerSchemaError);

    await expect(migrate(connection, OWN_FEATURE_SET)).rejects.toThrow('Migration20991231235959');
    const rows = await runSql<{ name: string }>(
      connection,
      'select name from mikro_orm_migrations order by id',
    );
    expect(rows.map((row) => row.name)).toEqual([MIGRATIONS[0].name, 'Migration20991231235959']);
  });
});
