import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/** One line for each answer. The route's template stands for the URL, which may hold an API key. */
export class AccessLog extends LogController {
  override incomingRequest(): void {
    // The line of the answer says it all.
  }

  override routeNotFound(): void {
    // The answer is logged as any other.
  }

  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply): void {
    const durationMs = Math.round(reply.elapsedTime * 1000) / 1000;
    const fields = {
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      durationMs,
    };
    if (error) request.log.error({ ...fields, err: error }, 'failed');
    else request.log.info(fields, 'answered');
  }
}
