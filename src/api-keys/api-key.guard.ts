import { applyDecorators, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { AttemptThrottle } from '../common/access/attempt-throttle.js';
import { GuardReads } from '../common/access/request-shape.guard.js';
import { isInRanges } from '../common/address-range.js';
import { Problem } from '../common/problems/problem.js';
import type { KeyScope } from './key-scope.types.js';
import { KeyRefusal } from './key-refusal.js';
import type { Principal } from './principal.types.js';
import { API_KEY, readRequestKey } from './request-key.js';

const SCOPE = 'api-key-scope';

/** The scope that a route asks of its caller's key, which may stand in the query. */
export const RequiredScope = (scope: KeyScope) =>
  applyDecorators(SetMetadata(SCOPE, scope), GuardReads(API_KEY));

const CHALLENGE = { 'www-authenticate': 'ApiKey realm="weather"' };

/** Verifies the key in the header or the query, then its address and its scope. Addresses whose keys keep failing are slowed down. */
@Injectable()
export class ApiKeyGuard extends AuthGuard(['header-key', 'query-key']) {
  private readonly failures = new AttemptThrottle({ freeAttempts: 100, maximumWaitSeconds: 60 });

  constructor(private readonly reflector: Reflector) {
    super({ property: 'keyOwner' });
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (readRequestKey(request) === undefined) throw new Problem('missing_api_key', { headers: CHALLENGE });
    try {
      await super.canActivate(context);
    } catch (error) {
      throw this.refusal(error, request);
    }
    const principal = request.keyOwner as Principal;
    this.checkUse(principal, request.ip, this.reflector.get<KeyScope>(SCOPE, context.getHandler()));
    request.principal = principal;
    return true;
  }

  private refusal(error: unknown, request: FastifyRequest): unknown {
    if (!(error instanceof KeyRefusal)) return error;
    request.keyOwner = error.owner;
    if (error.status !== 401) return error;
    this.failures.attempt(request.ip);
    return new Problem(error.code, { ...error.options, headers: CHALLENGE });
  }

  private checkUse({ allowedIps, scopes }: Principal, address: string, scope: KeyScope): void {
    if (!scopes.includes(scope)) {
      throw new Problem('insufficient_scope', { detail: `The API key lacks the scope ${scope}.` });
    }
    if (allowedIps.length > 0 && !isInRanges(address, allowedIps)) {
      throw new Problem('forbidden', { detail: 'The API key does not work from this address.' });
    }
  }
}
