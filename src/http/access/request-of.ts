import type { ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** The request that a guard or a parameter is about. */
export function requestOf(context: ExecutionContext): FastifyRequest {
  return context.switchToHttp().getRequest<FastifyRequest>();
}
