import 'reflect-metadata';
import { mkdirSync } from 'node:fs';
import { createApp } from '../../../src/boot/app.setup.js';
import { createLogger } from '../../../src/core/telemetry/logger.js';
import { loadConfiguration } from '../../../src/core/config/load-configuration.js';
import { migrate } from '../../../src/core/database/migrate.js';
import { openDatabase } from '../../../src/core/database/open-database.js';
import { OWN_FEATURE_SET } from '../../../src/boot/features/features.js';

export interface StartedApp {
  url: string;
  stop: () => Promise<void>;
}

/** Starts the service as `npm start` runs it, in this process, with its own database. */
export async function startApp(environment: NodeJS.ProcessEnv): Promise<StartedApp> {
  const configuration = loadConfiguration(environment, OWN_FEATURE_SET.models);
  mkdirSync(configuration.dataDirectory, { recursive: true });
  const database = await openDatabase(configuration);
  await migrate(database.connection, OWN_FEATURE_SET);
  const app = await createApp(configuration, database.connection, createLogger(configuration.logLevel));
  await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url: await app.getUrl(),
    stop: async () => {
      await app.close();
      await database.close();
    },
  };
}
