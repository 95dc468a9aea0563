import { trace } from '@opentelemetry/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import pino, { type DestinationStream, type Logger } from 'pino';
import pretty from 'pino-pretty';
import type { LogLevel } from '../config/configuration.js';

/** The part of an ORM error that repeats the values, including hashes, of the row that PostgreSQL rejected. */
const ROW_DETAIL = /\n - detail: [^]*?(?=\n {4}at |$)/g;

/** Keeps secrets out of the log: a URL may contain an API key, headers a cookie, and a row a hash. */
const serializers = {
  req: ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions.url }),
  res: ({ statusCode }: FastifyReply) => ({ statusCode }),
  err: errorFields,
  data: (data: unknown) =>
    isPlain(data)
      ? Object.fromEntries(Object.entries(data).map(([name, value]) => [name, errorFields(value)]))
      : data,
};

function errorFields(value: unknown): unknown {
  return value instanceof Error ? withoutRow(pino.stdSerializers.err(value)) : value;
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withoutRow(error: pino.SerializedError): pino.SerializedError {
  error.message = error.message.replace(ROW_DETAIL, '');
  error.stack = error.stack.replace(ROW_DETAIL, '');
  delete error.detail;
  return error;
}

/** Links a log line to the trace of its request, if requests are traced. */
function traceIds(): object {
  const span = trace.getActiveSpan()?.spanContext();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}

/** Writes JSON lines, to standard output unless a destination is given; human-readable lines on a terminal. */
export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  const options = { level, serializers, base: undefined, mixin: traceIds };
  if (destination || !process.stdout.isTTY)
    return pino({ ...options, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  return pino(options, pretty({ translateTime: 'SYS:HH:MM:ss', sync: true }));
}
