import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExclusiveFileLock } from '../../src/core/locks/exclusive-file-lock.js';
import type { DatabaseConnection } from '../../src/core/config/database/database-connection.types.js';
import { loadConfiguration } from '../../src/core/config/load-configuration.js';
import { EmbeddedPostgres } from '../../src/core/database/embedded-postgres/embedded-postgres.js';
import {
  createTemplateDatabase,
  dropAllDatabases,
  publishTestServer,
  readTestServer,
  type TestServer,
} from './test-postgres.js';

const DIRECTORY = 'weather-test-';
/** A younger directory may belong to a run that has not locked it yet. */
const SWEEP_AFTER_MS = 60_000;
/** Nothing here has to survive a power failure. */
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Runs before all suites: starts one server for the whole run, with a migrated database to copy. */
export async function startTestServer(
  migrate: (connection: DatabaseConnection) => Promise<unknown>,
): Promise<void> {
  const { database } = loadConfiguration({ DATABASE_URL: process.env.TEST_DATABASE_URL });
  const server: TestServer = {
    ...(database ? { connection: database } : await startThrowAwayServer()),
    template: `weather_test_${randomBytes(4).toString('hex')}`,
  };
  publishTestServer(server);
  await createTemplateDatabase(server, migrate);
}

/** Runs after all suites. */
export async function stopTestServer(): Promise<void> {
  const server = readTestServer();
  if (server.directory === undefined) await dropAllDatabases(server);
  else await removeThrowAwayServer(server.directory);
}

async function startThrowAwayServer(): Promise<{ connection: DatabaseConnection; directory: string }> {
  await sweepKilledRuns();
  const directory = mkdtempSync(join(tmpdir(), DIRECTORY));
  await ExclusiveFileLock.acquire(runLock(directory), { waitMs: 0 });
  const { connection } = await EmbeddedPostgres.start({
    directory: join(directory, 'postgres'),
    settings: SETTINGS,
  });
  return { connection, directory };
}

async function removeThrowAwayServer(directory: string): Promise<void> {
  await EmbeddedPostgres.stopOn(join(directory, 'postgres'));
  rmSync(directory, { recursive: true, force: true });
}

/** The lock is held for the whole run, so a directory whose lock is free belongs to a killed run. */
function runLock(directory: string): string {
  return join(directory, 'run.lock');
}

async function sweepKilledRuns(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(DIRECTORY))) {
    const directory = join(tmpdir(), name);
    try {
      if (Date.now() - statSync(directory).ctimeMs < SWEEP_AFTER_MS) continue;
      const lock = await ExclusiveFileLock.acquire(runLock(directory), { waitMs: 0 });
      await removeThrowAwayServer(directory);
      lock.release();
    } catch {
      // In use, or owned by another user: left alone.
    }
  }
}
