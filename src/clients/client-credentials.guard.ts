import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { AttemptsService } from '../attempts/attempts.service.js';
import { LookUpRoom } from '../http/access/look-up-room.js';
import { networkOf } from '../common/address-range.js';
import { challenge, readBasicCredentials, usesBasic } from '../http/access/basic-credentials.js';
import { requestOf } from '../http/access/request-of.js';
import { Problem } from '../http/problems/problem.js';
import { ClientCredentialsService } from './client-credentials.service.js';
import type { ScopeName } from '../features/names.types.js';
import type { Client } from './client.entity.js';

const SCOPE = 'client-scope';

/** The scope that a route asks of a client's own credentials. */
export const RequiredClientScope = (scope: ScopeName) => SetMetadata(SCOPE, scope);

/** Where a request has a client's credentials, they decide; otherwise the session guard has decided already. */
@Injectable()
export class ClientCredentialsGuard implements CanActivate {
  private readonly lookUps = new LookUpRoom();

  constructor(
    private readonly reflector: Reflector,
    private readonly credentials: ClientCredentialsService,
    private readonly attempts: AttemptsService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    if (!usesBasic(request)) return true;
    const client = await this.authenticate(request);
    this.checkUse(client, this.reflector.get<ScopeName>(SCOPE, context.getHandler()));
    request.account = client.account;
    request.callingClientId = client.id;
    request.actor = { kind: 'client', accountId: client.account.id, clientId: client.id };
    return true;
  }

  private async authenticate(request: FastifyRequest): Promise<Client> {
    const address = networkOf(request.ip);
    try {
      return await this.lookUps.admit(address, () => this.verify(request), isWrong);
    } catch (error) {
      // Those that fail wait where too many do; good ones from the same address are verified all the same.
      if (isWrong(error)) await this.attempts.attempt('clientCredentials', address);
      throw error;
    }
  }

  private async verify(request: FastifyRequest): Promise<Client> {
    const given = readBasicCredentials(request);
    const client = given && (await this.credentials.verify(given));
    if (client) return client;
    throw new Problem('unauthenticated', {
      detail: 'The client ID or secret is wrong.',
      headers: challenge(request),
    });
  }

  private checkUse(client: Client, scope: ScopeName): void {
    if (!client.organization.isActive) throw new Problem('account_disabled');
    if (client.status === 'disabled') throw new Problem('client_disabled');
    if (!client.scopes.includes(scope)) {
      throw new Problem('insufficient_scope', { detail: `The client lacks the scope ${scope}.` });
    }
  }
}

function isWrong(error: unknown): boolean {
  return error instanceof Problem && error.code === 'unauthenticated';
}
