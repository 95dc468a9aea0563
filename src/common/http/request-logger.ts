import type { FastifyBaseLogger } from 'fastify';

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** A request's log, which names the request. It is made once there is something to log: for most requests that is never. */
class RequestLogger {
  private made: FastifyBaseLogger | undefined;

  constructor(
    private readonly service: FastifyBaseLogger,
    private readonly bindings: object,
  ) {}

  get log(): FastifyBaseLogger {
    return (this.made ??= this.service.child({ ...this.bindings }));
  }

  get level(): string {
    return this.service.level;
  }

  child(...parameters: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.log.child(...parameters);
  }
}

for (const level of LEVELS) {
  Object.defineProperty(RequestLogger.prototype, level, {
    value(this: RequestLogger, ...line: Parameters<FastifyBaseLogger['info']>) {
      this.log[level](...line);
    },
  });
}

export function requestLogger(service: FastifyBaseLogger, bindings: object): FastifyBaseLogger {
  return new RequestLogger(service, bindings) as unknown as FastifyBaseLogger;
}
