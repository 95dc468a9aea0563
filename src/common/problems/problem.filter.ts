import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Configuration } from '../../config/configuration.js';
import { RouteTable } from '../http/route-table.js';
import { Problem } from './problem.js';
import { quoted } from './quoted.js';

const LONGEST_PATH = 200;

/** What is left of the callers' faults: conditions on a file, such as a range outside of it. */
const UNMET_CONDITION = {
  parameter: 'headers',
  detail: 'The file does not meet the conditions of the headers.',
};

/** Writes every error as `application/problem+json`; what is not a Problem becomes one, and nothing internal leaks. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly configuration: Configuration,
    private readonly routes: RouteTable,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const path = request.url.split('?', 1)[0];
    const problem = error instanceof Problem ? error : this.translate(error, request, path);
    if (problem.status >= 500) request.log.error({ err: problem.options.cause ?? problem }, problem.message);
    this.write(problem, path, reply);
  }

  /** The router's own refusals of a URL come here, before any route or filter is found. */
  refuseUrl(request: FastifyRequest, reply: FastifyReply): void {
    const errors = [
      { parameter: 'path', detail: 'The path is not a valid URL path, or a part of it is too long.' },
    ];
    this.write(new Problem('invalid_parameter', { errors }), request.url.split('?', 1)[0], reply);
  }

  private write(problem: Problem, path: string, reply: FastifyReply): void {
    void reply
      .status(problem.status)
      .headers(problem.options.headers ?? {})
      .header('cache-control', 'no-store')
      .type('application/problem+json; charset=utf-8')
      .send(JSON.stringify(problem.toBody(this.configuration.publicUrl, path)));
  }

  /** Errors of the router and the body parser arrive as HTTP exceptions; all others are faults of the service. */
  private translate(error: unknown, request: FastifyRequest, path: string): Problem {
    const status = error instanceof HttpException ? error.getStatus() : statusOfParserError(error);
    // The file server says 403 of paths that lead out of its folder.
    if (status === 404 || status === 403) return this.unknownRoute(request, path);
    if (status === 413) return new Problem('payload_too_large');
    if (status === 415) return new Problem('unsupported_media_type');
    if (status === 400) return new Problem('malformed_body');
    if (status < 500) return new Problem('invalid_parameter', { errors: [UNMET_CONDITION] });
    return new Problem('internal_error', { cause: error });
  }

  private unknownRoute(request: FastifyRequest, path: string): Problem {
    const methods = this.routes.methodsOf(path);
    if (methods.length === 0 || methods.includes(request.method)) {
      return new Problem('not_found', { detail: `There is nothing at ${quoted(path, LONGEST_PATH)}.` });
    }
    return new Problem('method_not_allowed', {
      detail: `${request.method} is not allowed here; ${methods.join(', ')} ${methods.length === 1 ? 'is' : 'are'}.`,
      headers: { allow: methods.join(', ') },
    });
  }
}

function statusOfParserError(error: unknown): number {
  const { statusCode } = (error ?? {}) as { statusCode?: unknown };
  return typeof statusCode === 'number' ? statusCode : 500;
}
