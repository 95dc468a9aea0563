import fastifyCookie from '@fastify/cookie';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { AppModule } from '../app.module.js';
import { compressAnswers } from '../core/http/coding/compressed-answers.js';
import { tellDeprecations } from '../core/http/deprecation/deprecation-headers.js';
import { leaveRepliesUnawaited } from '../core/http/fast-path/unawaited-replies.js';
import { type Configuration } from '../core/config/configuration.js';
import type { DatabaseConnection } from '../core/config/database/database-connection.types.js';
import { serveDashboard } from '../dashboard/serve-dashboard.js';
import { serveDocs } from '../docs/serve-docs.js';
import { OWN_FEATURE_SET } from './features/features.js';
import { createHttpApp } from './http-app.js';
import { UsageFlusherService } from '../usage/metering/usage-flusher.service.js';
import { UsageMeterService } from '../usage/metering/usage-meter.service.js';

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
    app.get(UsageMeterService).watch(fastify);
    compressAnswers(fastify);
    fastify.addHook('onClose', () => app.get(UsageFlusherService).stop());
    await serveDocs(app, configuration);
    await serveDashboard(app);
  });
}
