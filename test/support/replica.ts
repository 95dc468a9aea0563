import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import { ChildProgram, sourceUrl } from './child-program.js';
import { type TestApp } from './test-app.js';
import { readTestServer } from './test-postgres.js';

const PROGRAM = `
  import 'reflect-metadata';
  const { createApp } = await import(parameters.setup);
  const { loadApplication } = await import(parameters.features);
  const { createLogger } = await import(parameters.logger);
  const { configuration } = await loadApplication(parameters.environment);
  if (parameters.stopsClock) {
    const nowMs = Date.now();
    Date.now = () => nowMs;
  }
  const app = await createApp(configuration, parameters.connection, createLogger('silent'));
  await app.listen({ host: '127.0.0.1', port: 0 });
  console.log(await app.getUrl());
`;

/** Starts another process of the service on the same database. */
export async function startReplica(
  { app }: TestApp,
  environment: NodeJS.ProcessEnv,
  { stopsClock = false } = {},
): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'weather-replica-'));
  const process = await ChildProgram.start(PROGRAM, {
    setup: sourceUrl('boot/app.setup.ts'),
    features: sourceUrl('boot/features/load-features.ts'),
    logger: sourceUrl('core/telemetry/logger.ts'),
    stopsClock,
    environment: { DATA_DIR: dataDirectory, ...environment },
    connection: { ...readTestServer().connection, dbName: app.get(MikroORM).config.get('dbName') },
  });
  return {
    url: process.firstLine,
    async stop() {
      await process.killGroup();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}
