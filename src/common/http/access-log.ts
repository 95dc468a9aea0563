import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/** What is asked for there is metered, and its log would be longer than all others. */
const METERED = '/v1/weather/';

/**
 * One line for each answer; for weather that was answered well only where the level is `debug` or below. The route's
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
    const route = request.routeOptions.url;
    const isMetered = !error && reply.statusCode < 400 && route?.startsWith(METERED);
    if (isMetered && !this.logsDebug) return;
    const durationMs = Math.round(reply.elapsedTime * 1000) / 1000;
    const fields = {
      method: request.method,
      route: route ?? null,
      status: reply.statusCode,
      durationMs,
    };
    if (error) request.log.error({ ...fields, err: error }, 'failed');
    else request.log[isMetered ? 'debug' : 'info'](fields, 'answered');
  }
}
