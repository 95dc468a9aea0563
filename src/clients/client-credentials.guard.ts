import { networkOf } from '../core/network/index.js';
import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { AttemptsService } from '../core/attempts/index.js';
import {
  LookUpRoom,
  Problem,
  bearerChallenge,
  challenge,
  readBasicCredentials,
  readBearerToken,
  requestOf,
  usesAccountToken,
  usesBasic,
  usesBearer,
} from '../core/http/index.js';
import { AccessTokensService } from './access-tokens.service.js';
import { ClientCredentialsService } from './client-credentials.service.js';
import type { ScopeName } from '../core/features/index.js';
import type { Client } from './client.entity.js';

const SCOPE = 'client-scope';

/** The scope that a route requires of a client's own credentials. */
export const RequiredClientScope = (scope: ScopeName) => SetMetadata(SCOPE, scope);

/** A client that calls with its own credentials, and the scopes that these give it. */
interface CallingClient {
  client: Client;
  scopes: readonly ScopeName[];
  /** Set for a token. */
  endsAt?: Date;
}

/**
 * If a request has a client's credentials (its ID and secret, or an access token), they decide; otherwise the session
 * guard has already decided.
 */
@Injectable()
export class ClientCredentialsGuard implements CanActivate {
  private readonly lookUps = new LookUpRoom();

  constructor(
    private readonly reflector: Reflector,
    private readonly credentials: ClientCredentialsService,
    private readonly tokens: AccessTokensService,
    private readonly attempts: AttemptsService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    if (!usesBasic(request) && (!usesBearer(request) || usesAccountToken(request))) return true;
    const caller = await this.authenticate(request);
    const { client } = caller;
    this.checkUse(caller, this.reflector.get<ScopeName>(SCOPE, context.getHandler()), request);
    request.account = client.account;
    request.callingClientId = client.id;
    request.callingOrganizationId = client.organization.id;
    request.actor = { kind: 'client', accountId: client.account.id, clientId: client.id };
    return true;
  }

  private async authenticate(request: FastifyRequest): Promise<CallingClient> {
    const address = networkOf(request.ip);
    const verify = usesBasic(request) ? () => this.verifySecret(request) : () => this.verifyToken(request);
    try {
      return await this.lookUps.admit(address, verify, isWrong);
    } catch (error) {
      // Throttles addresses that fail too often; valid credentials from the same address still work.
      if (isWrong(error)) await this.attempts.attempt('clientCredentials', address);
      throw error;
    }
  }

  private async verifySecret(request: FastifyRequest): Promise<CallingClient> {
    const given = readBasicCredentials(request);
    const client = given && (await this.credentials.verify(given));
    if (client) return { client, scopes: client.scopes };
    throw new Problem('unauthenticated', {
      detail: 'The client ID or secret is wrong.',
      headers: challenge(request),
    });
  }

  private async verifyToken(request: FastifyRequest): Promise<CallingClient> {
    const token = await this.tokens.read(readBearerToken(request));
    if (token) {
      const { client, endsAt } = token;
      return { client, scopes: client.scopes.filter((scope) => token.scopes.includes(scope)), endsAt };
    }
    throw new Problem('invalid_token', { headers: bearerChallenge('invalid_token') });
  }

  private checkUse(
    { client, scopes, endsAt }: CallingClient,
    scope: ScopeName,
    request: FastifyRequest,
  ): void {
    if (endsAt && endsAt <= new Date())
      throw new Problem('invalid_token', {
        detail: 'The access token has expired, or was issued for an old client secret.',
        headers: bearerChallenge('invalid_token'),
      });
    if (!client.organization.isActive) throw new Problem('account_disabled');
    if (client.status === 'disabled') throw new Problem('client_disabled');
    if (scopes.includes(scope)) return;
    throw usesBearer(request)
      ? new Problem('insufficient_scope', {
          detail: `The access token lacks the scope ${scope}.`,
          headers: bearerChallenge('insufficient_scope', scope),
        })
      : new Problem('insufficient_scope', { detail: `The client lacks the scope ${scope}.` });
  }
}

function isWrong(error: unknown): boolean {
  return error instanceof Problem && (error.code === 'unauthenticated' || error.code === 'invalid_token');
}
