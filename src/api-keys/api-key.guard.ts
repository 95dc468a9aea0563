import { setImmediate } from 'node:timers/promises';
import { applyDecorators, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { AttemptsService } from '../attempts/attempts.service.js';
import { LookUpRoom } from '../http/access/look-up-room.js';
import { requestOf } from '../http/access/request-of.js';
import { GuardReads } from '../http/access/request-shape.guard.js';
import { andThen } from '../common/awaitable.js';
import { networkOf } from '../common/address-range.js';
import { Problem } from '../http/problems/problem.js';
import { ApiKeyVerifierService } from './api-key-verifier.service.js';
import { HeaderKeyStrategy } from './strategies/header-key.strategy.js';
import { KeyRefusal } from './key-refusal.js';
import type { ScopeName } from '../features/names.types.js';
import type { Principal } from './principal.types.js';
import { QueryKeyStrategy } from './strategies/query-key.strategy.js';
import { API_KEY, readRequestKey } from './strategies/request-key.js';

const SCOPE = 'api-key-scope';

/** The scope that a route asks of its caller's key, which may stand in the query. */
export const RequiredScope = (scope: ScopeName) =>
  applyDecorators(SetMetadata(SCOPE, scope), GuardReads(API_KEY));

const CHALLENGE = { 'www-authenticate': 'ApiKey realm="weather"' };

/**
 * Verifies the key in the header or the query, then its scope and its address. A key that is remembered passes at once;
 * for any other Passport's strategies ask the database. Where an address has too many keys that fail, those wait: good
 * ones are verified all the same.
 */
@Injectable()
export class ApiKeyGuard extends AuthGuard() {
  private readonly lookUps = new LookUpRoom();

  constructor(
    private readonly reflector: Reflector,
    private readonly verifier: ApiKeyVerifierService,
    private readonly attempts: AttemptsService,
    headerKey: HeaderKeyStrategy,
    queryKey: QueryKeyStrategy,
  ) {
    super({
      property: 'keyOwner',
      // By their names Passport would find those of the application that was started last. What it is given it writes on.
      get defaultStrategy() {
        return [headerKey, queryKey].map((strategy) => Object.create(strategy) as string);
      },
    });
  }

  override canActivate(context: ExecutionContext): true | Promise<boolean> {
    const request = requestOf(context);
    const key = readRequestKey(request);
    if (key === undefined) throw new Problem('missing_api_key', { headers: CHALLENGE });
    let known: Principal | undefined;
    try {
      known = this.verifier.verifyKnown(key);
    } catch (error) {
      return this.refuse(error, request);
    }
    if (!known) return this.authenticate(context, request, key);
    request.keyOwner = known;
    return this.admit(context, request, known);
  }

  private async authenticate(
    context: ExecutionContext,
    request: FastifyRequest,
    key: string,
  ): Promise<boolean> {
    const verify = async () => super.canActivate(context);
    try {
      if (this.verifier.remembers(key)) await verify();
      else await this.lookUps.admit(networkOf(request.ip), verify, isUnknownKey);
    } catch (error) {
      return this.refuse(error, request);
    }
    // Many may have waited for one look-up. Each is decided in a turn of its own, so that what a faulty one takes out of the
    // limits is given back before the next one sees them.
    await setImmediate();
    return this.admit(context, request, request.keyOwner as Principal);
  }

  /** Throws, or answers a promise that rejects. */
  private refuse(error: unknown, request: FastifyRequest): Promise<never> | never {
    if (!(error instanceof KeyRefusal)) throw error;
    request.keyOwner = error.owner;
    if (error.code === 'client_disabled' || error.code === 'account_disabled') throw error;
    return andThen(this.attempts.attempt('apiKey', networkOf(request.ip)), (): never => {
      throw new Problem(error.code, { ...error.options, headers: CHALLENGE });
    });
  }

  private admit(context: ExecutionContext, request: FastifyRequest, principal: Principal): true {
    const scope = this.reflector.get<ScopeName>(SCOPE, context.getHandler());
    if (!principal.scopes.includes(scope)) {
      throw new Problem('insufficient_scope', { detail: `The API key lacks the scope ${scope}.` });
    }
    if (principal.allows?.(request.ip) === false) {
      throw new Problem('forbidden', { detail: 'The API key is not allowed from this IP address.' });
    }
    request.principal = principal;
    return true;
  }
}

function isUnknownKey(error: unknown): boolean {
  return error instanceof KeyRefusal && error.owner === undefined;
}
