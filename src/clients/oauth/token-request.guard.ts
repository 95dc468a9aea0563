import { networkOf } from '../../core/network/index.js';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AttemptsService } from '../../core/attempts/index.js';
import type { Client } from '../client.entity.js';
import { ClientCredentialsService } from '../client-credentials.service.js';
import {
  type BasicCredentials,
  FormBody,
  LookUpRoom,
  RequestPaceService,
  readBasicCredentials,
  requestOf,
} from '../../core/http/index.js';
import { OAuthError } from './oauth-error.js';

export interface TokenRequest {
  client: Client;
  /** The secret that authenticated it. */
  secret: string;
  parameters: URLSearchParams;
}

const BASIC_CHALLENGE = { 'www-authenticate': 'Basic realm="weather", charset="UTF-8"' };

/** Reads the form, and authenticates the client by HTTP Basic or by the form (RFC 6749, section 2.3.1). */
@Injectable()
export class TokenRequestGuard implements CanActivate {
  private readonly lookUps = new LookUpRoom();

  constructor(
    private readonly credentials: ClientCredentialsService,
    private readonly attempts: AttemptsService,
    private readonly pace: RequestPaceService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    // Requests refused here use no quota of their caller; they are throttled by address.
    this.pace.admit(request);
    const parameters = readForm(request.body);
    const given = credentialsOf(request, parameters);
    const client = await this.authenticate(request, given);
    if (client.status === 'disabled' || !client.organization.isActive)
      throw new OAuthError('unauthorized_client', 'The client is disabled.');
    request.actor = { kind: 'client', accountId: client.account.id, clientId: client.id };
    request.tokenRequest = { client, secret: given.password, parameters };
    return true;
  }

  private async authenticate(request: FastifyRequest, given: BasicCredentials): Promise<Client> {
    const address = networkOf(request.ip);
    const verify = async () => {
      const client = await this.credentials.verify(given);
      if (client) return client;
      throw new OAuthError('invalid_client', 'The client ID or secret is wrong.', 401, BASIC_CHALLENGE);
    };
    try {
      return await this.lookUps.admit(address, verify, isInvalidClient);
    } catch (error) {
      if (isInvalidClient(error)) await this.attempts.attempt('clientCredentials', address);
      throw error;
    }
  }
}

/** @throws OAuthError if the body isn't a form, or repeats a parameter */
function readForm(body: unknown): URLSearchParams {
  if (!(body instanceof FormBody))
    throw new OAuthError('invalid_request', 'The body must be application/x-www-form-urlencoded.');
  const parameters = body.parameters();
  if (!parameters)
    throw new OAuthError('invalid_request', 'There are too many parameters, or one is repeated.');
  return parameters;
}

/** @throws OAuthError if there are none, or they are in two places */
function credentialsOf(request: FastifyRequest, parameters: URLSearchParams): BasicCredentials {
  // An empty parameter counts as missing.
  const [user, password] = [parameters.get('client_id') || null, parameters.get('client_secret') || null];
  if (request.headers.authorization === undefined) {
    if (user !== null && password !== null) return { user, password };
    throw new OAuthError('invalid_client', 'Send the client ID and secret.', 401, BASIC_CHALLENGE);
  }
  const basic = readBasicCredentials(request);
  if (!basic)
    throw new OAuthError(
      'invalid_client',
      'Send the client ID and secret with HTTP Basic.',
      401,
      BASIC_CHALLENGE,
    );
  if (password !== null || (user !== null && user !== basic.user))
    throw new OAuthError('invalid_request', 'Send the client ID and secret in one place only.');
  return basic;
}

function isInvalidClient(error: unknown): boolean {
  return error instanceof OAuthError && error.code === 'invalid_client';
}
