import { MikroORM } from '@mikro-orm/postgresql';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { AppModule } from '../../app.module.js';
import { migrate, withDatabase } from '../../core/database/index.js';
import { ObservationFetchService } from '../../observations/index.js';
import { VerificationService } from '../../verification/index.js';
import { loadApplication } from '../features/load-features.js';
import { onStopSignal } from '../stop-signals.js';

/**
 * Runs `npm run ingest -- --observations`: reads each source of station reports once, and verifies
 * what can be verified, with or without a running service.
 * @returns the exit status: 1 if a source couldn't be read
 */
export async function observations(): Promise<number> {
  const { configuration, features } = await loadApplication(process.env);
  if (configuration.observations.length === 0)
    throw new Error('There is no source to read: set OBSERVATIONS to metar, or other sources.');
  const stop = new AbortController();
  onStopSignal((signal) => stop.abort(new Error(`stopped by ${signal}`)));
  const attempts = await withDatabase(configuration, async (connection) => {
    await migrate(connection, features);
    // As in `npm run account`: creates all providers and starts nothing.
    const module = AppModule.forRoot(configuration, connection, features);
    const app = await NestFactory.create(module, new FastifyAdapter(), {
      logger: false,
      abortOnError: false,
    });
    try {
      const read = await app.get(ObservationFetchService).readAll(stop.signal);
      if (!(await app.get(VerificationService).verifyNow(new Date(), stop.signal)))
        console.log('Another process is verifying forecasts.');
      return read;
    } finally {
      await app.get(MikroORM).close();
    }
  });
  for (const { source, reading, error } of attempts) {
    if (error) console.error(`${source}: ${error.name}: ${error.message}`);
    if (reading) console.log(`${source}: ${describe(reading)}`);
  }
  return attempts.some(({ error }) => error) ? 1 : 0;
}

function describe({
  reports,
  refused,
  files,
}: {
  reports: readonly object[];
  refused: object;
  files: number;
}): string {
  if (files === 0) return 'nothing new';
  const reasons = Object.entries(refused).map(([reason, count]) => `${reason} ${count}`);
  return `${reports.length} reports${reasons.length > 0 ? `; refused: ${reasons.join(', ')}` : ''}`;
}
