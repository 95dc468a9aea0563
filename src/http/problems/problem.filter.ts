import { ServerResponse } from 'node:http';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Configuration } from '../../config/configuration.js';
import { pathOf, routedPathOf } from '../path/request-path.js';
import { RouteTable } from '../route-table.js';
import { isDatabaseAway } from '../../database/database-away.js';
import type { ProblemBody, ProblemCatalogue } from './problem-catalogue.js';
import type { ProblemCode } from '../../features/names.types.js';
import { Problem } from './problem.js';
import { writtenProblem } from './problem-form.js';
import { quoted } from './quoted.js';
import { UNREADABLE_PATH } from './request-structure.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** With which it was refused, or failed. */
    problem?: ProblemBody;
  }
}

const LONGEST_PATH = 200;

/** For a restarted database to be found again. */
const RETRY_AFTER_SECONDS = '5';

/** What is left of the callers' faults: conditions on a file, such as a range outside of it. */
const UNMET_CONDITION = {
  parameter: 'headers',
  detail: "The file doesn't meet the conditions in the headers.",
};

/** By the status of the exceptions that Nest has for it. */
const CODES: Partial<Record<number, ProblemCode>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
};

/** Writes every error as `application/problem+json`; what is not a Problem becomes one, and nothing internal leaks. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly configuration: Configuration,
    private readonly problems: ProblemCatalogue,
    private readonly routes: RouteTable,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply | ServerResponse>();
    // Middleware has Node's own response. What it throws comes back here with Fastify's.
    if (reply instanceof ServerResponse)
      return host.switchToHttp().getNext<(error: unknown) => void>()(error);
    const problem = this.isDeclared(error) ? error : this.translate(error, request);
    this.logFailure(problem, request);
    this.write(problem, request, reply);
  }

  /** The router's own refusals of a URL come here, before any route or filter is found. */
  refuseUrl(request: FastifyRequest, reply: FastifyReply): void {
    this.write(new Problem('invalid_parameter', { errors: [UNREADABLE_PATH] }), request, reply);
  }

  /** A feature that is loaded at run time may throw a code that none declares: its own fault, and none of the caller's. */
  private isDeclared(error: unknown): error is Problem {
    return error instanceof Problem && this.problems.has(error.code);
  }

  private write(problem: Problem, request: FastifyRequest, reply: FastifyReply): void {
    const { publicUrl } = this.configuration;
    const problemForm = this.routes.problemFormOf(routedPathOf(request));
    const body = this.problems.toBody(problem, publicUrl, pathOf(request.url));
    request.problem = body;
    const { contentType, text } = writtenProblem(body, problemForm);
    void reply
      .status(this.problems.describe(problem.code).status)
      .headers({ ...problem.options.headers, ...problemForm?.headers?.(problem, publicUrl) })
      .header('cache-control', 'no-store')
      .type(contentType)
      .send(text);
  }

  /** What the service says of itself is no fault to be mended: its code is enough, and its stack would tell nothing. */
  private logFailure(problem: Problem, { log, keyOwner }: FastifyRequest): void {
    const { code, options } = problem;
    const { status, title } = this.problems.describe(code);
    if (status < 500) return;
    const message = options.detail ?? title;
    const clientId = keyOwner?.clientId;
    if (code === 'internal_error' || options.cause)
      log.error({ err: options.cause ?? problem, clientId }, message);
    else log.warn({ code, clientId, reason: options.reason }, message);
  }

  /**
   * A handler throws Nest's exceptions by their classes; those of Fastify's parsers arrive as the class of them all. The rest
   * are faults of the service.
   */
  private translate(error: unknown, request: FastifyRequest): Problem {
    if (error instanceof HttpException && error.constructor !== HttpException && !request.is404)
      return ofHandler(error);
    const status = error instanceof HttpException ? error.getStatus() : statusOfParserError(error);
    // The file server says 403 of paths that lead out of its folder.
    if (status === 404 || status === 403) return this.unknownRoute(request);
    if (status === 413) return new Problem('payload_too_large');
    if (status === 415) return new Problem('unsupported_media_type');
    if (status === 400) return new Problem('malformed_body');
    if (status < 500) return new Problem('invalid_parameter', { errors: [UNMET_CONDITION] });
    return isDatabaseAway(error) ? databaseAway(error) : new Problem('internal_error', { cause: error });
  }

  private unknownRoute(request: FastifyRequest): Problem {
    const methods = this.routes.methodsOf(routedPathOf(request));
    if (methods.length === 0 || methods.includes(request.method)) {
      const path = quoted(pathOf(request.url), LONGEST_PATH);
      return new Problem('not_found', { detail: `There is nothing at ${path}.` });
    }
    return new Problem('method_not_allowed', {
      detail: `${request.method} is not allowed here. Allowed: ${methods.join(', ')}.`,
      headers: { allow: methods.join(', ') },
    });
  }
}

function ofHandler(error: HttpException): Problem {
  const status = error.getStatus();
  if (status >= 500) return new Problem('internal_error', { cause: error });
  return new Problem(CODES[status] ?? 'invalid_parameter', { detail: error.message });
}

function databaseAway(error: unknown): Problem {
  return new Problem('service_unavailable', {
    headers: { 'retry-after': RETRY_AFTER_SECONDS },
    reason: (error as Error).message,
  });
}

function statusOfParserError(error: unknown): number {
  const { statusCode } = (error ?? {}) as { statusCode?: unknown };
  return typeof statusCode === 'number' ? statusCode : 500;
}
