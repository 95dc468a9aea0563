import type { ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Returns the request of a guard's or a parameter's context. */
export function requestOf(context: ExecutionContext): FastifyRequest {
  return context.switchToHttp().getRequest<FastifyRequest>();
}
