import type { LoggerService } from '@nestjs/common';
import { trace } from '@opentelemetry/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import pino, { type DestinationStream, type Logger } from 'pino';
import pretty from 'pino-pretty';
import type { LogLevel } from '../config/configuration.js';

/** Where the ORM repeats the values of the row that PostgreSQL refused, with the hashes in it. */
const ROW_DETAIL = /\n - detail: [^]*?(?=\n {4}at |$)/g;

/** A request's URL may hold an API key, its headers a cookie and a row a hash: none of them is ever logged. */
const serializers = {
  req: ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions.url }),
  res: ({ statusCode }: FastifyReply) => ({ statusCode }),
  err: (error: unknown) => (error instanceof Error ? withoutRow(pino.stdSerializers.err(error)) : error),
};

function withoutRow(error: pino.SerializedError): pino.SerializedError {
  error.message = error.message.replace(ROW_DETAIL, '');
  error.stack = error.stack.replace(ROW_DETAIL, '');
  delete error.detail;
  return error;
}

/** By which a line is found from the trace of its request, where requests are traced. */
function traceIds(): object {
  const span = trace.getActiveSpan()?.spanContext();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}

/** JSON lines, on standard output unless another destination is given; readable lines on a terminal. */
export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  const options = { level, serializers, base: undefined, mixin: traceIds };
  if (destination || !process.stdout.isTTY)
    return pino({ ...options, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  return pino(options, pretty({ translateTime: 'SYS:HH:MM:ss', sync: true }));
}

/** Nest's own messages in the service's log. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...context: unknown[]): void {
    this.logger.debug({ context: context.at(-1) }, String(message));
  }

  warn(message: unknown, ...context: unknown[]): void {
    this.logger.warn({ context: context.at(-1) }, String(message));
  }

  error(message: unknown, ...context: unknown[]): void {
    this.logger.error({ context: context.at(-1), stack: context.at(0) }, String(message));
  }
}
