import { SetupService } from '../accounts/index.js';
import { createApp } from './app.setup.js';
import type { DatabaseConnection } from '../core/config/index.js';
import { DrainingService } from './health/draining.service.js';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createOpenApiDocument, undescribedRoutes } from '../docs/index.js';
import { createHttpApp } from './http-app.js';
import { IngestAppModule } from './ingest-app.module.js';
import { IngestReportsService, IngestService } from '../ingest/index.js';
import { ObservationFetchService } from '../observations/index.js';
import { VerificationService } from '../verification/index.js';
import { RunFaults } from '../store/catalogue/index.js';
import { RunReplica } from '../store/sharing/index.js';
import { endRequests } from './end-requests.js';
import { openData } from './open-data.js';
import type { ServiceStart } from './service-start.types.js';

/** Starts everything that belongs to the role, in order. */
export async function startService(start: ServiceStart): Promise<void> {
  const connection = await openData(start);
  if (start.role === 'ingest') await startIngest(start, connection);
  else await startApi(start, connection);
  tellReady(start);
}

/** Starts copying the shared runs, from which later requests are served. */
async function followSharedRuns({
  configuration,
  logger,
  running,
  stopping,
}: ServiceStart): Promise<RunReplica> {
  const replica = new RunReplica(configuration, logger);
  running.defer(() => replica.stop());
  await replica.start(stopping);
  stopping.throwIfAborted();
  return replica;
}

/** Serves requests and, unless another process does, ingests model runs and station reports. */
async function startApi(start: ServiceStart, connection: DatabaseConnection): Promise<void> {
  const { role, configuration, features, logger, running, stopping } = start;
  const replica = await followSharedRuns(start);
  const app = await createApp(configuration, connection, logger, features);
  const ingest = app.get(IngestService);
  app.get(RunFaults).onFault(({ isDamaged }) => {
    if (!isDamaged) return;
    replica.hurry();
    ingest.hurry();
  });
  // If the database is unavailable, the report is lost, but the replica fails on the run again and repeats it.
  replica.onDamageInStore((name) => void ingest.tellDamaged(name).catch(() => undefined));
  running.defer(() => app.close());
  running.defer(() => stopTogether(ingest.stop(), endRequests(app, app.get(DrainingService).isWatched)));
  await app.get(SetupService).prepare(logger);
  stopping.throwIfAborted();
  await app.listen({ host: configuration.host, port: configuration.port });
  if (configuration.isDevelopment) warnOfUndescribedRoutes(app, start);
  if (role === 'all') {
    ingest.start(logger, true);
    app.get(ObservationFetchService).start();
  }
  // Only a process that makes forecasts can verify them. One of them does.
  app.get(VerificationService).start();
  app.get(IngestReportsService).onPublication(() => replica.hurry());
}

/** Ingests model runs and station reports, and serves health and metrics. */
async function startIngest(start: ServiceStart, connection: DatabaseConnection): Promise<void> {
  const { configuration, features, logger, running, stopping } = start;
  const module = IngestAppModule.forRoot(configuration, connection, features);
  const app = await createHttpApp(module, configuration, features, logger);
  const ingest = app.get(IngestService);
  running.defer(() => app.close());
  // No load balancer sends requests to this process.
  running.defer(() => stopTogether(ingest.stop(), endRequests(app, false)));
  stopping.throwIfAborted();
  await app.listen({ host: configuration.host, port: configuration.port });
  ingest.start(logger, false);
  app.get(ObservationFetchService).start();
}

function warnOfUndescribedRoutes(app: NestFastifyApplication, { configuration, logger }: ServiceStart): void {
  for (const route of undescribedRoutes(createOpenApiDocument(app, configuration.publicUrl)))
    logger.warn(`${route} has no response schema: add @ApiOkResponse({ type }) of @nestjs/swagger`);
}

function tellReady({ role, configuration: { publicUrl, host, port }, logger }: ServiceStart): void {
  if (role === 'ingest') {
    logger.info({ health: `http://${host}:${port}/health/ready` }, 'The ingest is ready');
    return;
  }
  logger.info(
    { dashboard: `${publicUrl}/`, docs: `${publicUrl}/docs`, health: `${publicUrl}/health/ready` },
    'The service is ready',
  );
}

/** Waits for all of them, even if some fail, and then throws the first failure. */
async function stopTogether(...stops: Promise<void>[]): Promise<void> {
  const failures = (await Promise.allSettled(stops)).filter((result) => result.status === 'rejected');
  if (failures.length > 0) throw failures[0].reason;
}
