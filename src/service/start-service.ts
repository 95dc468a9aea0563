import { Setup } from '../accounts/setup.service.js';
import { createApp } from '../app.setup.js';
import { createHttpApp } from '../http-app.js';
import { IngestAppModule } from '../ingest-app.module.js';
import { IngestService } from '../ingest/ingest.service.js';
import { closeApp } from './close-app.js';
import { openData } from './open-data.js';
import type { ServiceStart } from './service-start.types.js';

/** Starts everything that the role has, in order. */
export async function startService(start: ServiceStart): Promise<void> {
  const { role, configuration, logger, running, stopping } = start;
  const connection = await openData(start);
  const app =
    role === 'ingest'
      ? await createHttpApp(IngestAppModule.forRoot(configuration, connection), configuration, logger)
      : await createApp(configuration, connection, logger);
  running.defer(() => closeApp(app));
  if (role !== 'ingest') await app.get(Setup).prepare(logger);
  stopping.throwIfAborted();
  await app.listen({ host: configuration.host, port: configuration.port });
  if (role !== 'api') {
    const ingest = app.get(IngestService);
    running.defer(() => ingest.stop());
    ingest.start(logger);
  }
  tellReady(start);
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
