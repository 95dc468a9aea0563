import fastifyCookie from '@fastify/cookie';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { AppModule } from '../app.module.js';
import { compressAnswers, leaveRepliesUnawaited, tellDeprecations } from '../core/http/index.js';
import type { Configuration, DatabaseConnection } from '../core/config/index.js';
import { serveDashboard } from '../dashboard/index.js';
import { serveDocs } from '../docs/index.js';
import { OWN_FEATURE_SET } from './features/features.js';
import { createHttpApp } from './http-app.js';
import { UsageFlusherService, UsageMeterService } from '../usage/index.js';

/** Creates the complete application, ready to listen. The database must have this version's schema. */
export function createApp(
  configuration: Configuration,
  connection: DatabaseConnection,
  logger: Logger,
  features = OWN_FEATURE_SET,
): Promise<NestFastifyApplication> {
  const module = AppModule.forRoot(configuration, connection, features);
  return createHttpApp(module, configuration, features, logger, async (app) => {
    const fastify = app.getHttpAdapter().getInstance();
    tellDeprecations(fastify);
    leaveRepliesUnawaited(fastify);
    // Without the hook, cookies are parsed on demand: most requests have none.
    await app.register(fastifyCookie, { hook: false });
    compressAnswers(fastify);
    app.get(UsageMeterService).watch(fastify);
    fastify.addHook('onClose', () => app.get(UsageFlusherService).stop());
    serveDocs(app, configuration);
    await serveDashboard(app);
  });
}
