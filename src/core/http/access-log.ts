import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/**
 * Logs one line per response, but successful responses of a `RoutineRoute` only at level `debug` or below. Logs the
 * route's template instead of the URL, which may contain an API key.
 */
export class AccessLog extends LogController {
  constructor(private readonly logsDebug: boolean) {
    super();
  }

  override incomingRequest(): void {
    // requestCompleted logs the request.
  }

  override routeNotFound(): void {
    // requestCompleted logs the request.
  }

  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply): void {
    const { url: route = null, config } = request.routeOptions;
    const isRoutine = !error && reply.statusCode < 400 && config.isRoutine === true;
    if (isRoutine && !this.logsDebug) return;
    const durationMs = Math.round(reply.elapsedTime * 1000) / 1000;
    const fields = {
      method: request.method,
      route,
      status: reply.statusCode,
      durationMs,
      clientId: request.keyOwner?.clientId ?? request.actor?.clientId ?? undefined,
    };
    if (error) request.log.error({ ...fields, err: error }, 'failed');
    else request.log[isRoutine ? 'debug' : 'info'](fields, 'answered');
  }
}
