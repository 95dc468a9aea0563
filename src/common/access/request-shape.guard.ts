import { type CanActivate, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { FastifyRequest } from 'fastify';
import { MALFORMED_BODY } from '../http/json-body.js';
import { unknownName } from '../problems/body-structure.js';
import { Problem } from '../problems/problem.js';

const GUARD_PARAMETERS = 'guard-parameters';
const READS_QUERY = 'reads-query';

/** Names the query parameters that a route's guards read. */
export const GuardReads = (...parameters: string[]) => SetMetadata(GUARD_PARAMETERS, parameters);

/** The handler takes the query from the request itself, and refuses unknown parameters itself. */
export const ReadsQuery = () => SetMetadata(READS_QUERY, true);

/**
 * The last guard of each route: refuses bodies that are not JSON, and query parameters on routes that take none. Where
 * a route does take its query, the class or the parser that reads it refuses the unknown ones. It comes after the other
 * guards, since who may not call learns nothing else.
 */
export class RequestShapeGuard implements CanActivate {
  /** For each handler the query parameters that it may be given; undefined where it reads the query itself. */
  private readonly known = new WeakMap<object, { names: string[] | undefined }>();

  canActivate(context: ExecutionContext): boolean {
    const { body, query } = context.switchToHttp().getRequest<FastifyRequest>();
    if (body === MALFORMED_BODY) throw new Problem('malformed_body');
    const { names: known } = this.parametersOf(context);
    if (!known) return true;
    const unknown = Object.keys(query as object).filter((name) => !known.includes(name));
    if (unknown.length === 0) return true;
    const errors = unknown.map((name) => ({ parameter: name, detail: unknownName('parameter', name) }));
    throw new Problem('invalid_parameter', { errors });
  }

  private parametersOf(context: ExecutionContext): { names: string[] | undefined } {
    const handler = context.getHandler();
    let parameters = this.known.get(handler);
    if (!parameters) {
      const names = (Reflect.getMetadata(GUARD_PARAMETERS, handler) ?? []) as string[];
      parameters = { names: readsQuery(context) ? undefined : names };
      this.known.set(handler, parameters);
    }
    return parameters;
  }
}

/** Nest keeps the parameters of a handler as `<type>:<position>`. */
function readsQuery(context: ExecutionContext): boolean {
  const handler = context.getHandler();
  if (Reflect.getMetadata(READS_QUERY, handler)) return true;
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), handler.name) ??
    {}) as object;
  return Object.keys(parameters).some((key) => key.startsWith(`${RouteParamtypes.QUERY}:`));
}
