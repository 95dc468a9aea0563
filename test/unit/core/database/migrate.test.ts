import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DatabaseConnection } from '../../../../src/core/config/database/database-connection.types.js';
import { migrate, removeFeature } from '../../../../src/core/database/migrate.js';
import { OWN_FEATURE_SET } from '../../../../src/boot/features/features.js';
import { NewerSchemaError } from '../../../../src/core/database/schema-errors.js';
import {
  createTemplateDatabase,
  dropAllDatabases,
  readTestServer,
  runSql,
} from '../../../support/test-postgres.js';

/** Of a later version. */
const LATER = 'accounts/Migration20991231235959';
const ALL = OWN_FEATURE_SET.migrations.map(({ name }) => name);

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
  it('runs once if several processes start at the same time, while the others wait', async () => {
    const ran = await Promise.all([
      migrate(connection, OWN_FEATURE_SET),
      migrate(connection, OWN_FEATURE_SET),
      migrate(connection, OWN_FEATURE_SET),
    ]);

    expect(ran.flat()).toEqual(ALL);
    expect(ran.map((names) => names.length).sort((a, b) => b - a)).toEqual([ALL.length, 0, 0]);
    expect(await migrate(connection, OWN_FEATURE_SET)).toEqual([]);
  });

  it('is refused after a later version has run, and changes nothing', async () => {
    await migrate(connection, OWN_FEATURE_SET, [ALL[0]]);
    await runSql(connection, `insert into mikro_orm_migrations (name) values ('${LATER}')`);

    await expect(migrate(connection, OWN_FEATURE_SET)).rejects.toThrow(NewerSchemaError);

    await expect(migrate(connection, OWN_FEATURE_SET)).rejects.toThrow(LATER);
    expect(await recorded()).toEqual([ALL[0], LATER]);
  });
});

it('rejects removing a feature that is part of the service', async () => {
  await migrate(connection, OWN_FEATURE_SET);

  await expect(removeFeature(connection, OWN_FEATURE_SET, 'audit')).rejects.toThrow('part of the service');

  expect(await recorded()).toEqual(ALL);
});

async function recorded(): Promise<string[]> {
  const rows = await runSql<{ name: string }>(
    connection,
    'select name from mikro_orm_migrations order by id',
  );
  return rows.map((row) => row.name);
}
