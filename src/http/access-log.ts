import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/**
 * One line for each answer; for a RoutineRoute that was answered well only where the level is `debug` or below. The route's
 * template stands for the URL, which may hold an API key.
 */
export class AccessLog extends LogController {
  constructor(private readonly logsDebug: boolean) {
    super();
  }

  override incomingRequest(): void {
    // The line of the answer says it all.
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
