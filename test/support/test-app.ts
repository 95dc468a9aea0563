import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { MikroORM } from '@mikro-orm/postgresql';
import { createApp } from '../../src/boot/app.setup.js';
import { ChangeFeedService } from '../../src/database/changes/change-feed.service.js';
import { createLogger } from '../../src/common/logger.js';
import { Configuration, type PasswordCost } from '../../src/config/configuration.js';
import { migrate } from '../../src/database/migrate.js';
import { loadApplication } from '../../src/features/load-features.js';
import { cloneDatabase } from './test-postgres.js';

/** The service as `npm start` runs it, on a port of its own unless it is given one, over a database of its own. */
export interface TestApp {
  app: NestFastifyApplication;
  /** Without a final slash. */
  url: string;
  dataDirectory: string;
  /** Every line that the service logged. */
  logLines: string[];
  /** For what no route does, such as letting a key expire. The service remembers nothing of before. */
  runSql(statement: string, parameters?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Cuts the service off from its database, until the answered function is called. */
  cutDatabase(): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** Most tests sign in, and few are about what that costs. */
const LEAST_PASSWORD_COST: PasswordCost = { memoryKib: 8, passes: 1 };

const UNREAD_MS = 1_000;

/** What no setting changes. */
type ConfigurationOverrides = Partial<Pick<Configuration, 'isContainer' | 'passwordCost'>>;

/** One service for all tests of a file; the answered function gives it once they run. */
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
    // Most tests store runs of GFS alone.
    MODELS: 'gfs',
    // No test asks the network for a name.
    DNS_SERVERS: '127.0.0.1:9',
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
  const app = await createApp(configuration, database.connection, logger, features);
  await app.listen({ host: '127.0.0.1', port: Number(environment.PORT ?? 0) });
  return {
    app,
    url: await app.getUrl(),
    dataDirectory,
    logLines,
    async runSql(statement, parameters) {
      const rows = await app
        .get(MikroORM)
        .em.fork()
        .execute<Record<string, unknown>[]>(statement, parameters);
      app.get(ChangeFeedService).forgetEverything();
      return rows;
    },
    cutDatabase: () => database.refuseConnections(),
    async close() {
      // An answer that its test has not read would hold the service open until that gives up.
      const unread = setTimeout(() => app.getHttpServer().closeAllConnections(), UNREAD_MS);
      await app.close();
      clearTimeout(unread);
      await database.drop();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}
