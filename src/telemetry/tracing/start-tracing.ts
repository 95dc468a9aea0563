import { createRequire } from 'node:module';
import type { IncomingMessage } from 'node:http';
import type * as Http from '@opentelemetry/instrumentation-http';
import type * as Redis from '@opentelemetry/instrumentation-ioredis';
import type * as Postgres from '@opentelemetry/instrumentation-pg';
import type * as Sdk from '@opentelemetry/sdk-node';
import { isTracingAsked } from './is-tracing-asked.js';
import { traceUntilShutdown } from './running-tracing.js';

const SERVICE_NAME = 'weather-forecast-service';
/** Asked again and again by machines, and of no interest to anybody who looks for a request. */
const UNTRACED = /^\/(health|metrics)(\/|\?|$)/;
/** An URL may hold an API key, or be one that should be none of anybody's business: the route stands for it. */
const WITHOUT_URL = { 'url.full': undefined, 'url.path': undefined, 'url.query': undefined };

/**
 * Importing this file starts tracing, if it is asked for by OpenTelemetry's standard variables; otherwise nothing of
 * it is loaded. It has to be imported before what it traces, and without awaiting anything, hence by `require`.
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
    // Numbers are for Prometheus, and lines are on standard output.
    metricReaders: [],
    logRecordProcessors: [],
    instrumentations: [
      new HttpInstrumentation({
        ignoreIncomingRequestHook: ({ url = '' }: IncomingMessage) => UNTRACED.test(url),
        startIncomingSpanHook: () => WITHOUT_URL,
        startOutgoingSpanHook: () => WITHOUT_URL,
      }),
      // What the service does by itself, again and again, belongs to no request.
      new PgInstrumentation({
        requireParentSpan: true,
        requestHook: (span, { query }) => span.setAttribute('db.query.text', withoutValues(query.text)),
      }),
      // Keys hold the ids of clients, and arguments their limits.
      new IORedisInstrumentation({ requireParentSpan: true, dbStatementSerializer: (command) => command }),
    ],
  });
  sdk.start();
  traceUntilShutdown(sdk);
  // An import does not pass where it would be changed; what was required before is what is imported afterwards.
  require('ioredis');
}

/** The ORM writes values into its statements, with hashes and addresses among them: what begins with the first is cut off. */
function withoutValues(statement: string): string {
  return statement.split("'", 1)[0];
}
