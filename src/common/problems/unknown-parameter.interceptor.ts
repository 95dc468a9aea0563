import { type CallHandler, type ExecutionContext, type NestInterceptor, SetMetadata } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { unknownName } from './body-structure.js';
import { Problem } from './problem.js';

const GUARD_PARAMETERS = 'guard-parameters';

/** Names the query parameters that a route's guards read. */
export const GuardReads = (...parameters: string[]) => SetMetadata(GUARD_PARAMETERS, parameters);

/**
 * Refuses query parameters on routes of the API that take none. Where a route does take its query, the class or the
 * parser that reads it refuses the unknown ones. It runs after the guards: who may not call learns nothing else.
 */
export class UnknownParameterInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { query, routeOptions } = context.switchToHttp().getRequest<FastifyRequest>();
    const known = (Reflect.getMetadata(GUARD_PARAMETERS, context.getHandler()) ?? []) as string[];
    const names = Object.keys(query as object).filter((name) => !known.includes(name));
    if (names.length > 0 && routeOptions.url?.startsWith('/v1/') && !takesQuery(context)) {
      const errors = names.map((name) => ({ parameter: name, detail: unknownName('parameter', name) }));
      throw new Problem('invalid_parameter', { errors });
    }
    return next.handle();
  }
}

/** Nest keeps the parameters of a handler as `<type>:<position>`. */
function takesQuery(context: ExecutionContext): boolean {
  const handler = context.getHandler().name;
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), handler) ?? {}) as object;
  return Object.keys(parameters).some((key) => key.startsWith(`${RouteParamtypes.QUERY}:`));
}
