import { Controller, Get, Header, HttpCode, Post, Req, UseFilters } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { AccessTokensService } from '../access-tokens.service.js';
import type { Client } from '../client.entity.js';
import { Configuration } from '../../core/config/index.js';
import { FeatureSet, type ScopeName } from '../../core/features/index.js';
import {
  type Actor,
  AllowAccess,
  CrossOrigin,
  CurrentActor,
  Endpoint,
  Public,
  TakesForm,
  WritesOwnProblems,
} from '../../core/http/index.js';
import { AccessTokenDto, AccessTokenRequestDto, AuthorizationServerDto, OAuthErrorDto } from './oauth.dto.js';
import { IssuedTokensAuditService } from './issued-tokens-audit.service.js';
import { OAuthError } from './oauth-error.js';
import { OAuthErrorFilter } from './oauth-error.filter.js';
import { TokenRequestGuard } from './token-request.guard.js';

const GRANT = 'client_credentials';

/** The client credentials grant of OAuth 2.0 (RFC 6749, section 4.4), and its metadata (RFC 8414). */
@ApiTags('Access tokens')
@Controller()
export class OAuthController {
  constructor(
    private readonly tokens: AccessTokensService,
    private readonly audit: IssuedTokensAuditService,
    private readonly features: FeatureSet,
    private readonly configuration: Configuration,
  ) {}

  // The token is only in this response, and is never stored.
  @Post('v1/oauth/token')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @AllowAccess('public', TokenRequestGuard)
  @TakesForm()
  @UseFilters(OAuthErrorFilter)
  @WritesOwnProblems()
  @ApiConsumes('application/x-www-form-urlencoded')
  @ApiBody({ type: AccessTokenRequestDto })
  @Endpoint({
    id: 'createAccessToken',
    summary: 'Create an access token',
    description:
      "Exchanges a client's ID and secret for an access token (OAuth 2.0 client credentials). Send the ID and secret with HTTP Basic or in the form, and the token as `Authorization: Bearer` on weather routes, and on the management routes that a client can use. It expires after an hour, or as soon as the secret stops working or the client is disabled.",
  })
  @ApiOkResponse({ type: AccessTokenDto, description: 'The access token.' })
  @ApiResponse({ status: 400, type: OAuthErrorDto, description: 'The request is not valid.' })
  @ApiResponse({ status: 401, type: OAuthErrorDto, description: 'The client ID or secret is wrong.' })
  @ApiResponse({ status: 429, type: OAuthErrorDto, description: 'Too many attempts.' })
  @ApiResponse({ status: 503, type: OAuthErrorDto, description: 'The service is not available.' })
  async createToken(
    @Req() { tokenRequest }: FastifyRequest,
    @CurrentActor() actor: Actor,
  ): Promise<AccessTokenDto> {
    const { client, secret, parameters } = tokenRequest!;
    const grant = parameters.get('grant_type');
    if (!grant) throw new OAuthError('invalid_request', 'The parameter grant_type is missing.');
    if (grant !== GRANT) throw new OAuthError('unsupported_grant_type', `grant_type must be ${GRANT}.`);
    const scopes = this.scopesOf(client, parameters.get('scope'));
    const { token, expiresInSeconds } = await this.tokens.issue(client, secret, scopes);
    await this.audit.record(client, scopes, actor);
    return {
      access_token: token,
      token_type: 'Bearer',
      expires_in: expiresInSeconds,
      scope: scopes.join(' '),
    };
  }

  @Get('.well-known/oauth-authorization-server')
  @CrossOrigin({ reads: ['mcp-protocol-version'] })
  @Public()
  @Header('cache-control', 'public, max-age=3600')
  @Endpoint({
    id: 'getAuthorizationServer',
    summary: 'Get the OAuth 2.0 metadata',
    description: 'Describes how programs get access tokens (RFC 8414).',
  })
  @ApiOkResponse({ type: AuthorizationServerDto, description: 'The metadata.' })
  metadata(): AuthorizationServerDto {
    const { publicUrl } = this.configuration;
    return {
      issuer: publicUrl,
      // Some clients reject metadata without it. Since no response type is supported, they send nobody there.
      authorization_endpoint: `${publicUrl}/docs/authentication`,
      token_endpoint: `${publicUrl}/v1/oauth/token`,
      grant_types_supported: [GRANT],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      scopes_supported: this.features.clientScopes,
      response_types_supported: [],
      service_documentation: `${publicUrl}/docs/authentication`,
    };
  }

  /** @throws OAuthError invalid_scope if the client lacks one of the scopes */
  private scopesOf({ scopes }: Client, wanted: string | null): readonly ScopeName[] {
    const names = new Set(wanted?.split(' ').filter(Boolean));
    if (names.size === 0) return scopes;
    const given = scopes.filter((scope) => names.has(scope));
    if (given.length === names.size) return given;
    throw new OAuthError('invalid_scope', `The client's scopes are ${scopes.join(', ')}.`);
  }
}
