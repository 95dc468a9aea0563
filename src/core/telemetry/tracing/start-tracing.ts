import { createRequire } from 'node:module';
import type { IncomingMessage } from 'node:http';
import type * as Http from '@opentelemetry/instrumentation-http';
import type * as Redis from '@opentelemetry/instrumentation-ioredis';
import type * as Postgres from '@opentelemetry/instrumentation-pg';
import type * as Sdk from '@opentelemetry/sdk-node';
import { traceUntilShutdown } from './running-tracing.js';

const ASKED_BY = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_TRACES_EXPORTER',
];

/** Tells whether to load OpenTelemetry, which reads its environment variables itself. */
function isTracingAsked(environment: NodeJS.ProcessEnv): boolean {
  if (environment.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return false;
  if (environment.OTEL_TRACES_EXPORTER === 'none') return false;
  return ASKED_BY.some((name) => Boolean(environment[name]));
}

const SERVICE_NAME = 'weather-forecast-service';
/** Routes that machines poll, which only add noise to traces. */
const UNTRACED = /^\/(health|metrics)(\/|\?|$)/;
/** Omits the URL, which may contain an API key or be secret itself. Spans have the route instead. */
const WITHOUT_URL = { 'url.full': undefined, 'url.path': undefined, 'url.query': undefined };

/**
 * Importing this file starts tracing if OpenTelemetry's standard environment variables ask for it; otherwise
 * OpenTelemetry isn't loaded. It must start before the traced modules are imported and without awaiting anything, hence
 * `require`.
 */
if (isTracingAsked(process.env)) start();

function start(): void {
  const require = createRequire(import.meta.url);
  const { NodeSDK } = require('@opentelemetry/sdk-node') as typeof Sdk;
  const { HttpInstrumentation } = require('@opentelemetry/instrumentation-http') as typeof Http;
  const { PgInstrumentation } = require('@opentelemetry/instrumentation-pg') as typeof Postgres;
  const { IORedisInstrumentation } = require('@opentelemetry/instrumentation-ioredis') as typeof Redis;
  const sdk = new NodeSDK({
    serviceName: process.env.OTEL_SERVICE_NAME || SERVICE_NAME,
    // Metrics are served to Prometheus, and logs go to standard output.
    metricReaders: [],
    logRecordProcessors: [],
    instrumentations: [
      new HttpInstrumentation({
        ignoreIncomingRequestHook: ({ url = '' }: IncomingMessage) => UNTRACED.test(url),
        startIncomingSpanHook: () => WITHOUT_URL,
        startOutgoingSpanHook: () => WITHOUT_URL,
      }),
      // Omits queries of recurring background work, which belong to no request.
      new PgInstrumentation({
        requireParentSpan: true,
        requestHook: (span, { query }) => span.setAttribute('db.query.text', withoutValues(query.text)),
      }),
      // Records only the command: keys contain client IDs, and arguments their limits.
      new IORedisInstrumentation({ requireParentSpan: true, dbStatementSerializer: (command) => command }),
    ],
  });
  sdk.start();
  traceUntilShutdown(sdk);
  // The instrumentation patches modules on `require`, not on `import`; later imports get the patched module.
  require('ioredis');
}

/** Cuts the statement off at the first quoted value. The ORM inlines values, including hashes and addresses. */
function withoutValues(statement: string): string {
  return statement.split("'", 1)[0];
}
