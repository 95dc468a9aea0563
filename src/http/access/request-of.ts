import type { ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** The request that a guard or a parameter is about. Nest's `switchToHttp()` makes functions anew each time it is called. */
export function requestOf(context: ExecutionContext): FastifyRequest {
  return context.getArgByIndex<FastifyRequest>(0);
}
