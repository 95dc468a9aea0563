import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { trace } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import { isTracing, stopTracing } from './running-tracing.js';

const NO_ROUTE = '(none)';

/** Names request spans by route, and exports the last spans before the process exits. */
@Injectable()
export class TracingService implements OnApplicationShutdown {
  private readonly logger = new Logger(TracingService.name);

  /** Must be called before hooks that may send a response are registered. */
  watch(fastify: FastifyInstance): void {
    if (!isTracing()) return;
    fastify.addHook('onRequest', (request, _reply, done) => {
      const route = request.is404 ? NO_ROUTE : (request.routeOptions.url ?? NO_ROUTE);
      const span = trace.getActiveSpan();
      span
        ?.updateName(`${request.method} ${route}`)
        .setAttributes({ 'http.route': route, 'request.id': request.id });
      done();
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await stopTracing().catch((error: unknown) =>
      this.logger.warn(`The last traces couldn't be exported: ${(error as Error).message}`),
    );
  }
}
