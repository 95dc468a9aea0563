import { type CanActivate, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { FastifyRequest } from 'fastify';
import { FormBody } from '../body/form-body.js';
import { CODED_BODY, MALFORMED_BODY, MANY_VALUES_BODY, UNSUPPORTED_BODY } from '../body/json-body.js';
import {
  escapePointer,
  manyValues,
  mostValues,
  queryFaults,
  structureFaults,
  unknownName,
} from '../problems/request-structure.js';
import { Problem, type RequestFault } from '../problems/problem.js';
import { requestOf } from './request-of.js';

const GUARD_PARAMETERS = 'guard-parameters';
const READS_QUERY = 'reads-query';
const TAKES_FORM = 'takes-form';

interface KnownInput {
  /** The query parameters that the route accepts; undefined if the handler takes the query, to be validated there. */
  parameters: string[] | undefined;
  /** The parameters that guards or interceptors read, if the handler takes the query. */
  taken: readonly string[];
  takesBody: boolean;
  takesForm: boolean;
}

/** Names the query parameters that the guards or interceptors of a route or a controller read: see `guardParameter`. */
export const GuardReads = (...parameters: string[]) => SetMetadata(GUARD_PARAMETERS, parameters);

/** Returns a query parameter that `GuardReads` names. */
export function guardParameter({ guardParameters, query }: FastifyRequest, name: string): string | undefined {
  return (guardParameters ?? (query as Record<string, unknown>))[name] as string | undefined;
}

/** The handler reads query and body from the request, and refuses unknown names itself. */
export const ReadsQuery = () => SetMetadata(READS_QUERY, true);

/** The handler or a guard reads a `FormBody` from the request. */
export const TakesForm = () => SetMetadata(TAKES_FORM, true);

/**
 * The last guard of each route: refuses bodies that are not JSON, input larger or deeper than any route accepts, and
 * bodies and query parameters on routes that take none. Where a route does take them, the class or the parser that
 * reads them refuses unknown names. Runs after the other guards, so that unauthorized callers learn nothing else.
 */
export class RequestShapeGuard implements CanActivate {
  private readonly known = new WeakMap<object, KnownInput>();

  canActivate(context: ExecutionContext): boolean {
    const request = requestOf(context);
    const { body, query } = request;
    const most = mostValues(request);
    if (body === MALFORMED_BODY) throw new Problem('malformed_body');
    if (body === UNSUPPORTED_BODY) throw new Problem('unsupported_media_type');
    if (body instanceof FormBody && !this.inputOf(context).takesForm)
      throw new Problem('unsupported_media_type');
    if (body === CODED_BODY) throw codedBody();
    if (body === MANY_VALUES_BODY) refuse(manyValues(most));
    refuse(queryFaults(query as Record<string, string | string[]>));
    // The structure of a large body was checked while it was parsed.
    if (!request.largeBody) refuse(structureFaults(body, most));
    const { parameters, taken, takesBody } = this.inputOf(context);
    const unknown = parameters
      ? Object.keys(query as object).filter((name) => !parameters.includes(name))
      : [];
    const errors: RequestFault[] = unknown.map((name) => ({
      parameter: name,
      detail: unknownName('parameter', name),
    }));
    if (!takesBody && body !== undefined) errors.push(...bodyFaults(body));
    refuse(errors);
    if (taken.length > 0) takeOut(request, taken);
    return true;
  }

  private inputOf(context: ExecutionContext): KnownInput {
    const handler = context.getHandler();
    let input = this.known.get(handler);
    if (!input) {
      const names = [handler, context.getClass()].flatMap(
        (target) => (Reflect.getMetadata(GUARD_PARAMETERS, target) ?? []) as string[],
      );
      const readsItself = Reflect.getMetadata(READS_QUERY, handler) === true;
      const takesQuery = takes(RouteParamtypes.QUERY, context);
      const takesForm = Reflect.getMetadata(TAKES_FORM, handler) === true;
      input = {
        takesForm,
        parameters: readsItself || takesQuery ? undefined : names,
        taken: takesQuery && !readsItself ? names : [],
        takesBody: readsItself || takesForm || takes(RouteParamtypes.BODY, context),
      };
      this.known.set(handler, input);
    }
    return input;
  }
}

/** @throws Problem invalid_parameter if there are faults */
function refuse(errors: RequestFault[]): void {
  if (errors.length > 0) throw new Problem('invalid_parameter', { errors });
}

function takeOut(request: FastifyRequest, names: readonly string[]): void {
  const query = request.query as Record<string, unknown>;
  request.guardParameters = Object.fromEntries(names.map((name) => [name, query[name]]));
  for (const name of names) delete query[name];
}

function codedBody(): Problem {
  return new Problem('unsupported_media_type', {
    detail: 'Send the body without a "Content-Encoding" header.',
    headers: { 'accept-encoding': 'identity' },
  });
}

/** Accepts an empty object, which some clients send instead of no body. */
function bodyFaults(body: unknown): RequestFault[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return [{ pointer: '', detail: 'This request takes no body.' }];
  }
  return Object.keys(body).map((name) => ({
    pointer: `/${escapePointer(name)}`,
    detail: unknownName('member', name),
  }));
}

/** Nest stores a handler's parameters under keys `<type>:<position>`, and exposes them nowhere else. */
function takes(type: RouteParamtypes, context: ExecutionContext): boolean {
  const parameters = (Reflect.getMetadata(
    ROUTE_ARGS_METADATA,
    context.getClass(),
    context.getHandler().name,
  ) ?? {}) as object;
  return Object.keys(parameters).some((key) => key.startsWith(`${type}:`));
}
