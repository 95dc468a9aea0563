import { type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { MALFORMED_BODY } from '../http/json-body.js';
import { Problem } from './problem.js';

/** Refuses bodies that are not JSON. It runs after the guards: who may not call learns nothing else. */
export class MalformedBodyInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { body } = context.switchToHttp().getRequest<FastifyRequest>();
    if (body === MALFORMED_BODY) throw new Problem('malformed_body');
    return next.handle();
  }
}
