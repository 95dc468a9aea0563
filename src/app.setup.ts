import fastifyCookie from '@fastify/cookie';
import { NotFoundException } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { AppModule } from './app.module.js';
import { AccessLog } from './common/http/access-log.js';
import { refuseConnection } from './common/http/client-error.js';
import { tellDeprecations } from './common/http/deprecation-headers.js';
import { parseJsonBody } from './common/http/json-body.js';
import { requestId } from './common/http/request-id.js';
import { requestLogger } from './common/http/request-logger.js';
import { ResponseHeaders } from './common/http/response-headers.js';
import { RouteTable } from './common/http/route-table.js';
import { leaveRepliesUnawaited } from './common/http/unawaited-replies.js';
import { NestLogger } from './common/logger.js';
import { ProblemFilter } from './common/problems/problem.filter.js';
import { RequestValidationPipe } from './common/problems/validation.pipe.js';
import { type Configuration } from './config/configuration.js';
import { type DatabaseConnection } from './database/orm-options.js';
import { serveDashboard } from './dashboard/serve-dashboard.js';
import { serveDocs } from './docs/serve-docs.js';
import { LimitStorage } from './usage/limits/limit.storage.js';
import { UsageFlusher } from './usage/metering/usage-flusher.service.js';
import { UsageMeter } from './usage/metering/usage-meter.service.js';

const BODY_LIMIT_BYTES = 64 * 1024;
/** For a request to arrive whole. */
const REQUEST_TIMEOUT_MS = 30_000;

/** The whole application, ready to listen, over a database that has this version's schema. */
export async function createApp(
  configuration: Configuration,
  connection: DatabaseConnection,
  logger: Logger,
): Promise<NestFastifyApplication> {
  const routes = new RouteTable();
  const filter = new ProblemFilter(configuration, routes);
  const headers = new ResponseHeaders(configuration, routes);
  const adapter = new FastifyAdapter({
    loggerInstance: logger,
    logController: new AccessLog(logger.isLevelEnabled('debug')),
    childLoggerFactory: requestLogger,
    genReqId: requestId,
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: configuration.trustedProxies.length > 0 ? configuration.trustedProxies : false,
    forceCloseConnections: 'idle',
    requestTimeout: REQUEST_TIMEOUT_MS,
    return503OnClosing: false,
    frameworkErrors: (_: Error, request: FastifyRequest, reply: FastifyReply) => {
      headers.write(request, reply);
      filter.refuseUrl(request, reply);
    },
    clientErrorHandler: (error, socket) => refuseConnection(configuration.publicUrl, error, socket),
    routerOptions: { ignoreTrailingSlash: true },
    skipMiddie: true,
  });
  routes.watch(adapter.getInstance());
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.forRoot(configuration, connection),
    adapter,
    {
      logger: new NestLogger(logger),
      bodyParser: false,
      abortOnError: false,
    },
  );
  await configureApp(app, configuration, filter, headers);
  return app;
}

/** Everything around the routes: headers, cookies, the log, validation and errors. */
async function configureApp(
  app: NestFastifyApplication,
  configuration: Configuration,
  filter: ProblemFilter,
  headers: ResponseHeaders,
): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  fastify.removeContentTypeParser(['text/plain', 'application/json']);
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, parseJsonBody);
  headers.addTo(fastify);
  tellDeprecations(fastify);
  leaveRepliesUnawaited(fastify);
  // Cookies are read where one is asked for: most requests come without.
  await app.register(fastifyCookie, { hook: false });
  // An unknown path is refused before its body is read.
  fastify.addHook('onRequest', (request, _reply, done) =>
    done(request.is404 ? new NotFoundException() : undefined),
  );
  app.get(UsageMeter).watch(fastify, app.get(LimitStorage));
  fastify.addHook('onClose', () => app.get(UsageFlusher).stop());
  await serveDocs(app, configuration);
  await serveDashboard(app);
  app.useGlobalPipes(new RequestValidationPipe());
  app.useGlobalFilters(filter);
  await app.init();
}
