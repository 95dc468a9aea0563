import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway } from '../../core/database/index.js';
import type { ProblemCode } from '../../core/features/index.js';
import { Problem, hideSecrets } from '../../core/http/index.js';
import { OAuthError } from './oauth-error.js';

const RETRY_SOON = { 'retry-after': '5' };

const OF_PROBLEMS: Partial<Record<ProblemCode, ConstructorParameters<typeof OAuthError>>> = {
  too_many_attempts: ['temporarily_unavailable', 'Too many attempts.', 429],
  service_unavailable: ['temporarily_unavailable', 'The service is not available.', 503],
};

/** Formats the errors of the token endpoint according to RFC 6749, section 5.2. */
@Catch()
export class OAuthErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const { code, description, status, headers } = translate(error);
    if (status >= 500) request.log.error({ err: error }, description);
    void host
      .switchToHttp()
      .getResponse<FastifyReply>()
      .status(status)
      .headers({ ...headers, 'cache-control': 'no-store' })
      .send({ error: code, error_description: plain(hideSecrets(description)) });
  }
}

function translate(error: unknown): OAuthError {
  if (error instanceof OAuthError) return error;
  if (isDatabaseAway(error))
    return new OAuthError('temporarily_unavailable', 'The service is not available.', 503, RETRY_SOON);
  if (!(error instanceof Problem)) return new OAuthError('server_error', 'The request failed.', 500);
  const known = OF_PROBLEMS[error.code];
  const { detail, errors = [], headers } = error.options;
  if (known) return new OAuthError(known[0], detail ?? known[1], known[2], headers);
  return new OAuthError(
    'invalid_request',
    [detail, ...errors.map((one) => one.detail)].filter(Boolean).join(' ') || 'The request is not valid.',
  );
}

/** RFC 6749 allows printable ASCII without quotation marks and backslashes. */
function plain(text: string): string {
  return text.replaceAll('"', "'").replace(/[^\x20-\x21\x23-\x5B\x5D-\x7E]/g, '?');
}
