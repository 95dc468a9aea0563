import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/** Weather is metered, health and metrics are asked for by machines: their lines would outnumber all others. */
const FREQUENT = /^\/(v1\/weather|health)\/|^\/metrics$/;

/**
 * One line for each answer; for what is frequent and was answered well only where the level is `debug` or below. The route's
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
    // The answer is logged as any other.
  }

  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply): void {
    const route = request.routeOptions.url ?? null;
    const isRoutine = !error && reply.statusCode < 400 && route !== null && FREQUENT.test(route);
    if (isRoutine && !this.logsDebug) return;
    const durationMs = Math.round(reply.elapsedTime * 1000) / 1000;
    const fields = {
      method: request.method,
      route,
      status: reply.statusCode,
      durationMs,
      clientId: request.keyOwner?.clientId,
    };
    if (error) request.log.error({ ...fields, err: error }, 'failed');
    else request.log[isRoutine ? 'debug' : 'info'](fields, 'answered');
  }
}
