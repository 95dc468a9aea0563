import { MikroORM } from '@mikro-orm/postgresql';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseConnection } from '../../src/core/config/database/database-connection.types.js';
import { connectionOptions } from '../../src/core/database/orm-options.js';

/** What the global setup passes to the suites, which run in other processes. */
export interface TestServer {
  connection: DatabaseConnection;
  /** The migrated database that each suite gets a copy of; the copies' names start with it. */
  template: string;
  /** Directory of the throw-away server; absent if the tests use the developer's own server. */
  directory?: string;
}

export interface TestDatabase {
  connection: DatabaseConnection;
  /** Ends all connections and refuses new ones until the returned function is called. */
  refuseConnections(): Promise<() => Promise<void>>;
  drop(): Promise<void>;
}

const INSUFFICIENT_PRIVILEGE = '42501';
const MOST_TRIES = 20;
const AGAIN_AFTER_MS = 500;
const LISTENERS = `select from pg_stat_activity where datname = current_database() and query like 'listen %'`;
const ENVIRONMENT_VARIABLE = 'TEST_POSTGRES_SERVER';

export function publishTestServer(server: TestServer): void {
  process.env[ENVIRONMENT_VARIABLE] = JSON.stringify(server);
}

export function readTestServer(): TestServer {
  const text = process.env[ENVIRONMENT_VARIABLE];
  if (text === undefined)
    throw new Error('There is no test database: Jest did not run test/support/global-setup.mjs.');
  return JSON.parse(text) as TestServer;
}

/** Creates the database that `cloneDatabase` copies, and fills it with `migrate`. */
export async function createTemplateDatabase(
  { connection, template }: TestServer,
  migrate: (connection: DatabaseConnection) => Promise<unknown>,
): Promise<void> {
  await runSql(connection, `create database ${template}`);
  await migrate({ ...connection, dbName: template });
}

/** Creates a migrated database for one suite. */
export function cloneDatabase(): Promise<TestDatabase> {
  return createDatabase(readTestServer().template);
}

/** Creates a database without tables for one suite. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template0');
}

async function createDatabase(original: string): Promise<TestDatabase> {
  const { connection, template } = readTestServer();
  const dbName = `${template}_${randomBytes(6).toString('hex')}`;
  // Copies the files. This takes a quarter of the default's work, which writes each page to the WAL.
  await runSql(connection, `create database ${dbName} template ${original} strategy file_copy`);
  return {
    connection: { ...connection, dbName },
    async refuseConnections() {
      await allowConnections(connection, dbName, false);
      return () => allowConnections(connection, dbName, true);
    },
    drop: () => dropDatabase(connection, dbName),
  };
}

/** Drops the template and the copies that no suite dropped. */
export async function dropAllDatabases({ connection, template }: TestServer): Promise<void> {
  const databases = await runSql<{ datname: string }>(
    connection,
    `select datname from pg_database where datname ^@ '${template}'`,
  );
  for (const { datname } of databases) await dropDatabase(connection, datname);
}

async function dropDatabase(connection: DatabaseConnection, dbName: string): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      await runSql(connection, `drop database if exists ${dbName} with (force)`);
      return;
    } catch (error) {
      // A role that isn't a superuser can't end an autovacuum of the database, which finishes soon.
      if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE || tries === MOST_TRIES) throw error;
      await sleep(AGAIN_AFTER_MS);
    }
}

async function allowConnections(
  connection: DatabaseConnection,
  dbName: string,
  isAllowed: boolean,
): Promise<void> {
  await runSql(connection, `alter database ${dbName} allow_connections ${isAllowed}`);
  if (isAllowed) return;
  await runSql(
    connection,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${dbName}'`,
  );
}

/**
 * Runs one statement over its own connection, outside of any transaction.
 * @throws Error if it would change what a running service queues or caches: `TestApp.runSql` also tells the service
 */
export async function runSql<Row>(connection: DatabaseConnection, statement: string): Promise<Row[]> {
  const orm = await MikroORM.init({
    ...connectionOptions(connection),
    entities: [],
    discovery: { warnWhenNoEntities: false },
  });
  try {
    const driver = orm.em.getConnection();
    if (/^\s*(insert|update|delete)\b/i.test(statement) && (await driver.execute(LISTENERS)).length > 0)
      throw new Error('A running service would not be told.');
    return await driver.execute<Row[]>(statement);
  } finally {
    await orm.close(true);
  }
}
