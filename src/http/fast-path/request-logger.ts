import type { FastifyBaseLogger } from 'fastify';
import type { ChildLoggerOptions, Logger } from 'pino';

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** A child of a log, which is made once there is something to log: for most requests that is never. */
class LazyChild {
  private made: FastifyBaseLogger | undefined;

  constructor(
    private readonly parent: FastifyBaseLogger,
    private readonly bindings: object,
    private readonly options: ChildLoggerOptions,
  ) {}

  get log(): FastifyBaseLogger {
    return (this.made ??= this.parent.child(this.bindings, this.options));
  }

  get level(): string {
    return this.parent.level;
  }

  child(bindings: object, options: ChildLoggerOptions): LazyChild {
    return new LazyChild(this.log, bindings, options);
  }
}

for (const level of LEVELS) {
  Object.defineProperty(LazyChild.prototype, level, {
    value(this: LazyChild, ...line: Parameters<FastifyBaseLogger['info']>) {
      this.log[level](...line);
    },
  });
}

/** The log, with children that cost nothing until they are used: Fastify makes one for each request. */
export function withLazyChildren(log: Logger): Logger {
  const child = (bindings: object, options: ChildLoggerOptions) => new LazyChild(log, bindings, options);
  return Object.assign(Object.create(log) as Logger, { child });
}
