import { networkOf } from '../core/network/index.js';
import { setImmediate } from 'node:timers/promises';
import { applyDecorators, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { AttemptsService } from '../core/attempts/index.js';
import {
  GuardReads,
  LookUpRoom,
  Problem,
  RequestPaceService,
  bearerChallenge,
  requestOf,
  usesAccountToken,
} from '../core/http/index.js';
import { andThen } from '../core/common/index.js';
import { ApiKeyVerifierService } from './api-key-verifier.service.js';
import { HeaderKeyStrategy } from './strategies/header-key.strategy.js';
import { KeyRefusal } from './refusals/key-refusal.js';
import type { ScopeName } from '../core/features/index.js';
import type { KeyOwner, Principal } from './principal.js';
import { RefusedKeysService } from './refusals/refused-keys.service.js';
import { QueryKeyStrategy } from './strategies/query-key.strategy.js';
import { BearerTokenStrategy } from './strategies/bearer-token.strategy.js';
import {
  API_KEY,
  type CredentialKind,
  readRequestCredential,
  type RequestCredential,
} from './strategies/request-key.js';

const SCOPE = 'api-key-scope';

/** The scope that a route requires of its caller's key, which may be in the query. */
export const RequiredScope = (scope: ScopeName) =>
  applyDecorators(SetMetadata(SCOPE, scope), GuardReads(API_KEY));

const CHALLENGE = { 'www-authenticate': 'ApiKey realm="weather"' };

/**
 * Verifies the key in the header or the query, or the client's access token, then its scope and its address. A cached
 * key passes immediately; others are looked up in the database by Passport's strategies. Addresses that send too many
 * invalid keys are throttled, but their valid ones still work.
 */
@Injectable()
export class ApiKeyGuard extends AuthGuard() {
  private readonly lookUps = new LookUpRoom();

  constructor(
    private readonly reflector: Reflector,
    private readonly verifier: ApiKeyVerifierService,
    private readonly attempts: AttemptsService,
    private readonly pace: RequestPaceService,
    private readonly refused: RefusedKeysService,
    headerKey: HeaderKeyStrategy,
    queryKey: QueryKeyStrategy,
    bearerToken: BearerTokenStrategy,
  ) {
    super({
      property: 'keyOwner',
      // By name, Passport would find the strategies of the app that started last. It modifies those that it gets.
      get defaultStrategy() {
        return [headerKey, queryKey, bearerToken].map((strategy) => Object.create(strategy) as string);
      },
    });
  }

  override canActivate(context: ExecutionContext): true | Promise<boolean> {
    const request = requestOf(context);
    const credential = readRequestCredential(request);
    if (credential === undefined) throw new Problem('missing_api_key', { headers: CHALLENGE });
    let known: Principal | undefined;
    try {
      known = this.verifier.verifyKnown(credential.text, credential.kind);
    } catch (error) {
      return this.refuse(error, request, credential);
    }
    if (!known) return this.authenticate(context, request, credential);
    request.keyOwner = known;
    return this.admit(context, request, known, credential);
  }

  private async authenticate(
    context: ExecutionContext,
    request: FastifyRequest,
    credential: RequestCredential,
  ): Promise<boolean> {
    const verify = async () => super.canActivate(context);
    try {
      if (this.verifier.remembers(credential.text)) await verify();
      else await this.lookUps.admit(networkOf(request.ip), verify, isUnknownKey);
    } catch (error) {
      return this.refuse(error, request, credential);
    }
    // Many requests may have waited for one look-up. Each is admitted in its own turn of the event loop, so that
    // whatever an invalid one takes from the limits is given back before the next one is counted.
    await setImmediate();
    return this.admit(context, request, request.keyOwner as Principal, credential);
  }

  /** Throws, or returns a promise that rejects. */
  private refuse(
    error: unknown,
    request: FastifyRequest,
    { kind }: RequestCredential,
  ): Promise<never> | never {
    if (!(error instanceof KeyRefusal)) throw error;
    const { owner } = error;
    request.keyOwner = owner;
    if (owner && (error.code === 'client_disabled' || error.code === 'account_disabled'))
      return this.forbid(request, owner, error);
    // Every token expires, so programs that renew theirs late must not throttle others at the same address.
    if (kind === 'token' && owner) throw invalidToken(error, request);
    return andThen(this.attempts.attempt('apiKey', networkOf(request.ip)), (): never => {
      throw kind === 'key'
        ? new Problem(error.code, { ...error.options, headers: CHALLENGE })
        : invalidToken(error, request);
    });
  }

  private admit(
    context: ExecutionContext,
    request: FastifyRequest,
    principal: Principal,
    { kind }: RequestCredential,
  ): true | Promise<never> {
    const scope = this.reflector.get<ScopeName>(SCOPE, context.getHandler());
    const hasScope = principal.scopes.includes(scope);
    if (hasScope && principal.allows?.(request.ip) !== false) {
      request.principal = principal;
      return true;
    }
    const detail = 'The API key is not allowed from this IP address.';
    const problem = hasScope ? new Problem('forbidden', { detail }) : insufficientScope(scope, kind);
    return this.forbid(request, principal, problem);
  }

  /** Refuses a request of a known key, as often as the limits allow. */
  private async forbid(request: FastifyRequest, owner: KeyOwner, problem: Problem): Promise<never> {
    this.pace.admit(request);
    await this.refused.pace(request, owner);
    throw problem;
  }
}

function invalidToken({ owner }: KeyRefusal, request: FastifyRequest): Problem {
  const detail = usesAccountToken(request)
    ? "This request needs an API key or a client's access token. Personal access tokens don't work here."
    : owner && 'The access token has expired, or was issued for an old client secret.';
  return new Problem('invalid_token', { detail, headers: bearerChallenge('invalid_token') });
}

function insufficientScope(scope: ScopeName, kind: CredentialKind): Problem {
  return kind === 'key'
    ? new Problem('insufficient_scope', { detail: `The API key lacks the scope ${scope}.` })
    : new Problem('insufficient_scope', {
        detail: `The access token lacks the scope ${scope}.`,
        headers: bearerChallenge('insufficient_scope', scope),
      });
}

function isUnknownKey(error: unknown): boolean {
  return error instanceof KeyRefusal && error.owner === undefined;
}
