import fastifyMiddie from '@fastify/middie';
import { MikroORM } from '@mikro-orm/postgresql';
import { type DynamicModule, Module, NotFoundException } from '@nestjs/common';
import { APP_FILTER, NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import {
  AccessLog,
  FirstProblemFilter,
  ProblemFilter,
  RequestValidationPipe,
  ResponseHeaders,
  RouteTable,
  UnreadAnswers,
  boundConnections,
  checkRequestHeads,
  hidePathSecrets,
  noteUnsupportedBody,
  parseFormBody,
  parseJsonBody,
  parseQuery,
  refuseConnection,
  requestId,
  takeLargerBodies,
} from '../core/http/index.js';
import { useRequestContext } from '../core/database/index.js';
import type { Configuration } from '../core/config/index.js';
import type { FeatureSet } from '../core/features/index.js';
import { declareRequestProperties } from './request-properties.js';
import { ConnectionMetrics, RequestMetrics, TracingService, NestLogger } from '../core/telemetry/index.js';

const BODY_LIMIT_BYTES = 64 * 1024;
/** Time for a request to arrive completely, and the interval of that check. */
const REQUEST_TIMEOUT_MS = 30_000;
const CONNECTIONS_CHECKING_INTERVAL_MS = 1_000;

/** A connection on which nothing moves for this long is closed, such as when a caller stops reading a response. */
const STALLED_TIMEOUT_MS = 30_000;

/**
 * Registers the fallback exception filter. Nest tries those of features first, since their modules come after this one.
 */
@Module({})
class HttpAppModule {}

/** Registers what must come before the routes. */
export type Extension = (app: NestFastifyApplication) => void | Promise<void>;

/**
 * Creates an application with what all of them share: headers, request IDs, logging, validation and errors. It is ready
 * to listen.
 */
export async function createHttpApp(
  module: DynamicModule,
  configuration: Configuration,
  features: FeatureSet,
  logger: Logger,
  extend: Extension = () => undefined,
): Promise<NestFastifyApplication> {
  const { problems, declaredNames } = features;
  const routes = new RouteTable();
  const filter = new ProblemFilter(configuration, problems, routes);
  const headers = new ResponseHeaders(configuration, routes);
  const adapter = new FastifyAdapter({
    loggerInstance: logger,
    logController: new AccessLog(logger.isLevelEnabled('debug')),
    genReqId: requestId,
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: configuration.trustedProxies.length > 0 ? configuration.trustedProxies : false,
    forceCloseConnections: 'idle',
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: STALLED_TIMEOUT_MS,
    http: {
      headersTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: CONNECTIONS_CHECKING_INTERVAL_MS,
      requireHostHeader: false,
    },
    return503OnClosing: false,
    frameworkErrors: (_: Error, request: FastifyRequest, reply: FastifyReply) => {
      headers.write(request, reply);
      filter.refuseUrl(request, reply);
    },
    clientErrorHandler: (error, socket) => refuseConnection(problems, configuration.publicUrl, error, socket),
    routerOptions: { ignoreTrailingSlash: true, querystringParser: parseQuery },
    // Registered below, after the hooks for all responses.
    skipMiddie: true,
  });
  routes.watch(adapter.getInstance());
  const root: DynamicModule = {
    module: HttpAppModule,
    imports: [module],
    providers: [{ provide: APP_FILTER, useValue: filter }],
  };
  const app = await NestFactory.create<NestFastifyApplication>(root, adapter, {
    logger: new NestLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
  await using unfinished = new AsyncDisposableStack();
  // If the start fails, that error counts, not one from closing a half-started application.
  unfinished.defer(() => app.close().catch(() => undefined));
  const fastify = app.getHttpAdapter().getInstance();
  fastify.removeContentTypeParser(['text/plain', 'application/json']);
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, parseJsonBody);
  fastify.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, parseFormBody);
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, noteUnsupportedBody);
  declareRequestProperties(fastify);
  takeLargerBodies(fastify);
  app.get(RequestMetrics).watch(fastify);
  app.get(TracingService).watch(fastify);
  headers.addTo(fastify);
  const server = adapter.getHttpServer();
  hidePathSecrets(server, features.secretPaths);
  checkRequestHeads(fastify, server);
  boundConnections(server);
  const unread = new UnreadAnswers();
  unread.watch(fastify, server);
  app.get(ConnectionMetrics).watch(server, unread);
  // Rejects unknown paths before the body is read.
  fastify.addHook('onRequest', (request, _reply, done) =>
    done(request.is404 ? new NotFoundException() : undefined),
  );
  useRequestContext(fastify, app.get(MikroORM));
  await app.register(fastifyMiddie);
  await extend(app);
  app.useGlobalFilters(new FirstProblemFilter(configuration, problems, routes));
  app.useGlobalPipes(new RequestValidationPipe(declaredNames));
  await app.init();
  unfinished.move();
  return app;
}
