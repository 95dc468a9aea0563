import { ServerResponse } from 'node:http';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Configuration } from '../../config/configuration.js';
import { misplacedKeyAdvice } from '../access/misplaced-key.js';
import { pathOf, routedPathOf } from '../path/request-path.js';
import { RouteTable } from '../route-table.js';
import { isDatabaseAway } from '../../database/database-away.js';
import { codeOfStatus, type ProblemCatalogue } from './problem-catalogue.js';
import { Problem } from './problem.js';
import { writtenProblem } from './problem-form.js';
import { quoted } from './hidden-secrets.js';
import { UNREADABLE_PATH } from './request-structure.js';

const LONGEST_PATH = 200;

/** Time to reconnect to a restarted database. */
const RETRY_AFTER_SECONDS = '5';

/** The remaining client errors: unmet conditions on a file, such as a range outside of it. */
const UNMET_CONDITION = {
  parameter: 'headers',
  detail: "The file doesn't meet the conditions in the headers.",
};

/** The response of Nest's own exceptions; a feature may pass any object. */
interface NestResponse {
  message?: string | string[];
  error?: string;
}

/** Members that the service writes in every problem, and Nest's equivalents. */
const OWN_MEMBERS = new Set([
  'type',
  'title',
  'status',
  'detail',
  'instance',
  'code',
  'errors',
  'statusCode',
]);

/** Writes every error as `application/problem+json`. Converts other errors to a Problem, so nothing internal leaks. */
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
    // Middleware has Node's own response. Passed on, its error comes back here with Fastify's reply.
    if (reply instanceof ServerResponse)
      return host.switchToHttp().getNext<(error: unknown) => void>()(error);
    if (error instanceof HttpException && error.getStatus() < 400)
      return void reply.status(error.getStatus()).send(error.getResponse());
    const problem = this.isDeclared(error) ? error : this.translate(error, request);
    this.logFailure(problem, request);
    this.write(problem, request, reply);
  }

  /** Responds to a URL that the router refuses, before any route or filter is found. */
  refuseUrl(request: FastifyRequest, reply: FastifyReply): void {
    this.write(new Problem('invalid_parameter', { errors: [UNREADABLE_PATH] }), request, reply);
  }

  /** A feature loaded at run time may throw an undeclared code: a bug of the feature, not an error of the caller. */
  private isDeclared(error: unknown): error is Problem {
    return error instanceof Problem && this.problems.has(error.code);
  }

  private write(problem: Problem, request: FastifyRequest, reply: FastifyReply): void {
    const { publicUrl } = this.configuration;
    const problemForm = this.routes.problemFormOf(routedPathOf(request));
    const body = this.problems.toBody(this.advised(problem, request), publicUrl, pathOf(request.url));
    request.problem = body;
    const { contentType, text } = writtenProblem(body, problemForm);
    void reply
      .status(this.problems.describe(problem.code).status)
      .headers({ ...problem.options.headers, ...problemForm?.headers?.(problem, publicUrl) })
      .header('cache-control', 'no-store')
      .type(contentType)
      .send(text);
  }

  /** Says where an API key belongs, to a caller who sent it elsewhere. */
  private advised(problem: Problem, request: FastifyRequest): Problem {
    const isUnknown = this.problems.describe(problem.code).status === 401;
    const detail = isUnknown ? misplacedKeyAdvice(request) : undefined;
    return detail === undefined ? problem : new Problem(problem.code, { ...problem.options, detail });
  }

  /** Logs server errors. One that is thrown on purpose is no bug: its code is enough, and its stack says nothing. */
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

  /** Nest wraps Fastify's errors in an exception, as its `cause`. Other exceptions are thrown by features. */
  private translate(error: unknown, request: FastifyRequest): Problem {
    const status = request.is404 ? 404 : statusOfFastify(error);
    if (error instanceof HttpException && status === undefined) return ofException(error);
    // The file server responds with 403 to paths that lead out of its folder.
    if (status === 404 || status === 403) return this.unknownRoute(request);
    if (status === 413) return new Problem('payload_too_large');
    if (status === 415) return new Problem('unsupported_media_type');
    if (status === 400) return new Problem('malformed_body');
    if (status && status < 500) return new Problem('invalid_parameter', { errors: [UNMET_CONDITION] });
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

/** Runs before the filters of features, which may catch everything. */
@Catch(Problem)
export class FirstProblemFilter extends ProblemFilter {}

/** Converts a Nest exception thrown by a feature: its status, its message, and the other members of its response. */
function ofException(error: HttpException): Problem {
  const status = error.getStatus();
  const response = error.getResponse();
  const {
    message,
    error: phrase,
    ...others
  }: NestResponse = typeof response === 'string' ? { message: response } : response;
  const extensions = Object.entries(others).filter(([name]) => !OWN_MEMBERS.has(name));
  return new Problem(codeOfStatus(status), {
    detail: [message ?? phrase ?? []].flat().join('; ') || undefined,
    extensions: Object.fromEntries(extensions),
    ...(status >= 500 && { cause: error }),
  });
}

function databaseAway(error: unknown): Problem {
  return new Problem('service_unavailable', {
    headers: { 'retry-after': RETRY_AFTER_SECONDS },
    reason: (error as Error).message,
  });
}

/** Returns undefined for an exception thrown by a feature, whatever its cause. */
function statusOfFastify(error: unknown): number | undefined {
  if (error instanceof HttpException && error.constructor !== HttpException) return undefined;
  const refusal = error instanceof HttpException ? error.cause : error;
  const { statusCode } = (refusal ?? {}) as { statusCode?: unknown };
  if (typeof statusCode !== 'number') return undefined;
  return error instanceof HttpException && error.getStatus() !== statusCode ? undefined : statusCode;
}
