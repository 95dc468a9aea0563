import type { LoggerService } from '@nestjs/common';
import type { Level, Logger } from 'pino';
import { currentRequestId } from '../http/request-id.js';

/** What Nest tells about its start, which is no news to operators. */
const OF_NEST = new Set([
  'InstanceLoader',
  'NestApplication',
  'NestFactory',
  'RouterExplorer',
  'RoutesResolver',
]);
const STACK = /^.+\n\s+at /;

/**
 * Writes what `Logger` of Nest logs, in the service and in features, to the service's log: at the level of the same
 * name, with the request's ID. `log` is `info`, and `verbose` is `trace`.
 */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  verbose(message: unknown, ...others: unknown[]): void {
    this.write('trace', message, others);
  }

  debug(message: unknown, ...others: unknown[]): void {
    this.write('debug', message, others);
  }

  log(message: unknown, ...others: unknown[]): void {
    this.write(OF_NEST.has(others.at(-1) as string) ? 'debug' : 'info', message, others);
  }

  warn(message: unknown, ...others: unknown[]): void {
    this.write('warn', message, others);
  }

  error(message: unknown, ...others: unknown[]): void {
    this.write('error', message, others);
  }

  fatal(message: unknown, ...others: unknown[]): void {
    this.write('fatal', message, others);
  }

  /** As Nest passes them: the message, then objects, an error or its stack, and last the name of the logger. */
  private write(level: Level, message: unknown, others: unknown[]): void {
    const rest = [...others];
    const last = rest.at(-1);
    const context = typeof last === 'string' && !STACK.test(last) ? (rest.pop() as string) : undefined;
    const all = [message, ...rest];
    const error = all.find((one) => one instanceof Error);
    const stack = rest.find((one) => typeof one === 'string' && STACK.test(one));
    const data = all.filter((one) => typeof one === 'object' && one !== null && one !== error);
    const texts = all.filter((one) => typeof one !== 'object' && one !== undefined && one !== stack);
    this.logger[level](
      {
        context,
        reqId: currentRequestId(),
        ...(error !== undefined && { err: error }),
        ...(error === undefined && stack !== undefined && { stack }),
        ...(data.length > 0 && { data: data.length === 1 ? data[0] : data }),
      },
      texts.length > 0 ? texts.map(String).join(' ') : error?.message,
    );
  }
}
