import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ApiKeyGuard } from '../../api-keys/index.js';
import { Configuration } from '../../core/config/index.js';
import { Problem, requestOf, usesAccountToken, usesBearer } from '../../core/http/index.js';

/** Lets members see how accurate forecasts are: with a session, a token or an API key; or everyone. */
@Injectable()
export class AccuracyGuard implements CanActivate {
  constructor(
    private readonly configuration: Configuration,
    private readonly keys: ApiKeyGuard,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    if (this.configuration.accuracy === 'off')
      throw new Problem('not_found', { detail: 'The accuracy of forecasts is not shown here.' });
    const request = requestOf(context);
    const { apikey } = request.query as Record<string, unknown>;
    const hasToken = usesBearer(request) && !usesAccountToken(request);
    const hasKey = request.headers.apikey !== undefined || apikey !== undefined || hasToken;
    if (!hasKey && (request.account !== undefined || this.configuration.accuracy === 'public')) return true;
    request.usedUnits = 0;
    return this.keys.canActivate(context);
  }
}
