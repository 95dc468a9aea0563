import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { MikroORM } from '@mikro-orm/postgresql';
import { createApp } from '../../src/boot/app.setup.js';
import { ChangeFeedService } from '../../src/core/database/changes/change-feed.service.js';
import { createLogger } from '../../src/core/telemetry/logger.js';
import { Configuration, type PasswordCost } from '../../src/core/config/configuration.js';
import type { DatabaseConnection } from '../../src/core/config/database/database-connection.types.js';
import { migrate } from '../../src/core/database/migrate.js';
import { loadApplication } from '../../src/boot/features/load-features.js';
import { cloneDatabase } from './test-postgres.js';

/** The service as `npm start` runs it, on its own port unless one is given, with its own database. */
export interface TestApp {
  app: NestFastifyApplication;
  /** Without a trailing slash. */
  url: string;
  dataDirectory: string;
  /** Every line that the service logged. */
  logLines: string[];
  /** For changes that no route makes, such as expiring a key. Also clears the service's caches. */
  runSql(statement: string, parameters?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Cuts the service off from its database until the returned function is called. */
  cutDatabase(): Promise<() => Promise<void>>;
  /** Stops the service, and starts it again with the same data. */
  restart(meanwhile?: (database: DatabaseConnection) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** Most tests sign in, and few test the cost of password hashing. */
const LEAST_PASSWORD_COST: PasswordCost = { memoryKib: 8, passes: 1 };

const UNREAD_MS = 1_000;

/** Values that can't be set through the environment. */
type ConfigurationOverrides = Partial<Pick<Configuration, 'isContainer' | 'passwordCost'>>;

/** Starts one service for all tests of a file. The returned function returns it while they run. */
export function useTestApp(
  environment: NodeJS.ProcessEnv = {},
  overrides: ConfigurationOverrides = {},
): () => TestApp {
  let app: TestApp | undefined;
  beforeAll(async () => {
    app = await startTestApp(environment, overrides);
  });
  afterAll(() => app?.close());
  return () => app!;
}

export async function startTestApp(
  environment: NodeJS.ProcessEnv = {},
  overrides: ConfigurationOverrides = {},
): Promise<TestApp> {
  const database = await cloneDatabase();
  const dataDirectory = mkdtempSync(join(tmpdir(), 'weather-data-'));
  const settings = {
    DATA_DIR: dataDirectory,
    LOG_LEVEL: 'trace',
    // Most tests store only GFS runs.
    MODELS: 'gfs',
    // The default has a limit per second, which a fast machine exceeds. A client's own can't be higher.
    DEFAULT_RATE_LIMITS: 'day=50000',
    // No test may query a real DNS server.
    DNS_SERVERS: '127.0.0.1:9',
    // Nor read public files.
    TERRAIN_BASE_URL: 'off',
    ...environment,
  };
  const { configuration: loaded, features } = await loadApplication(settings);
  const configuration = new Configuration({ ...loaded, passwordCost: LEAST_PASSWORD_COST, ...overrides });
  if (configuration.features.length > 0) await migrate(database.connection, features);
  const logLines: string[] = [];
  const log = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logLines.push(chunk.toString());
      done();
    },
  });
  const logger = createLogger(configuration.logLevel, log);
  async function start() {
    const app = await createApp(configuration, database.connection, logger, features);
    await app.listen({ host: '127.0.0.1', port: Number(environment.PORT ?? 0) });
    return { app, url: await app.getUrl() };
  }
  const running: TestApp = {
    ...(await start()),
    dataDirectory,
    logLines,
    async runSql(statement, parameters) {
      const rows = await running.app
        .get(MikroORM)
        .em.fork()
        .execute<Record<string, unknown>[]>(statement, parameters);
      // A change by hand announces nothing. After a mere question, what the service announces itself has to do.
      if (!/^\s*select\b/i.test(statement)) running.app.get(ChangeFeedService).forgetEverything();
      return rows;
    },
    cutDatabase: () => database.refuseConnections(),
    async restart(meanwhile) {
      await stop(running.app);
      await meanwhile?.(database.connection);
      Object.assign(running, await start());
    },
    async close() {
      await stop(running.app);
      await database.drop();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
  return running;
}

async function stop(app: NestFastifyApplication): Promise<void> {
  // A response that a test hasn't read would otherwise keep the service open until it times out.
  const unread = setTimeout(() => app.getHttpServer().closeAllConnections(), UNREAD_MS);
  await app.close();
  clearTimeout(unread);
}
