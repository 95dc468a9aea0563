import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type ManagementCaller, RequiresSessionOrClient } from '../clients/index.js';
import { type Actor, ApiProblems, CurrentActor, IdParam, OverlapDto } from '../core/http/index.js';
import {
  ApiKeyDto,
  ApiKeyPageDto,
  ApiKeyPageQueryDto,
  CreateApiKeyDto,
  CreatedApiKeyDto,
  toApiKeyDto,
  UpdateApiKeyDto,
} from './api-key.dto.js';
import { ApiKeysService } from './api-keys.service.js';
import { KeyIssuerService } from './key-issuer.service.js';

const CHANGE_PROBLEMS = [
  'invalid_parameter',
  'cross_site_request',
  'not_found',
  { forbidden: 'The client itself lacks the scope forecast:batch.' },
] as const;

@ApiTags('API keys')
@Controller('v1/clients/:clientId/api-keys')
export class ApiKeysController {
  constructor(
    private readonly apiKeys: ApiKeysService,
    private readonly issuer: KeyIssuerService,
  ) {}

  /** The key is only in this response, and works in the next request. */
  @Post()
  @RequiresSessionOrClient('keys:manage')
  @ApiOperation({
    operationId: 'createApiKey',
    summary: 'Create an API key',
    description:
      "Creates a key for a client. The key is returned only in this response; store it now. It works immediately. With `ephemeral`, the key lasts 15 minutes, isn't listed, and can only read forecasts.",
  })
  @ApiProblems('factor_required', ...CHANGE_PROBLEMS, {
    conflict: 'A client may have 50 active keys. Revoke one that is not in use.',
  })
  async create(
    @CurrentCaller() caller: ManagementCaller,
    @CurrentActor() actor: Actor,
    @IdParam('clientId', 'cli') clientId: string,
    @Body() body: CreateApiKeyDto,
  ): Promise<CreatedApiKeyDto> {
    const { apiKey, key } = body.ephemeral
      ? await this.issuer.createEphemeral(caller, clientId, body, actor)
      : await this.issuer.create(caller, clientId, body, actor);
    return { ...toApiKeyDto(apiKey), key };
  }

  /** Ended keys stay listed for 90 days. */
  @Get()
  @RequiresSessionOrClient('keys:manage')
  @ApiOperation({
    operationId: 'listApiKeys',
    summary: "List a client's API keys",
    description:
      'Returns the keys of a client, newest first, without the keys themselves. Revoked and expired keys stay listed for 90 days.',
  })
  @ApiProblems('factor_required', 'invalid_parameter', 'not_found')
  list(
    @CurrentCaller() caller: ManagementCaller,
    @IdParam('clientId', 'cli') clientId: string,
    @Query() page: ApiKeyPageQueryDto,
  ): Promise<ApiKeyPageDto> {
    return this.apiKeys.list(caller, clientId, page);
  }

  @Get(':keyId')
  @RequiresSessionOrClient('keys:manage')
  @ApiOperation({
    operationId: 'getApiKey',
    summary: 'Get an API key',
    description: "Returns a key's details, without the key itself.",
  })
  @ApiProblems('factor_required', 'not_found')
  async get(
    @CurrentCaller() caller: ManagementCaller,
    @IdParam('clientId', 'cli') clientId: string,
    @IdParam('keyId', 'key') keyId: string,
  ): Promise<ApiKeyDto> {
    return toApiKeyDto(await this.apiKeys.get(caller, clientId, keyId));
  }

  /** The change applies from the next request with the key. */
  @Patch(':keyId')
  @RequiresSessionOrClient('keys:manage')
  @ApiOperation({
    operationId: 'updateApiKey',
    summary: 'Update an API key',
    description:
      "Changes a key's name, scopes, expiry or allowed IP addresses. Properties that you leave out don't change. Changes apply to the next request.",
  })
  @ApiProblems('factor_required', ...CHANGE_PROBLEMS, {
    conflict: "The API key is revoked and can't be changed.",
  })
  async update(
    @CurrentCaller() caller: ManagementCaller,
    @CurrentActor() actor: Actor,
    @IdParam('clientId', 'cli') clientId: string,
    @IdParam('keyId', 'key') keyId: string,
    @Body() body: UpdateApiKeyDto,
  ): Promise<ApiKeyDto> {
    return toApiKeyDto(await this.apiKeys.update(caller, clientId, keyId, body, actor));
  }

  /** Final. The key is refused from the next request on. */
  @Delete(':keyId')
  @HttpCode(204)
  @RequiresSessionOrClient('keys:manage')
  @ApiOperation({
    operationId: 'revokeApiKey',
    summary: 'Revoke an API key',
    description: 'Revokes a key permanently. Requests with it return the error `revoked_api_key`.',
  })
  @ApiProblems('factor_required', 'cross_site_request', 'not_found')
  revoke(
    @CurrentCaller() caller: ManagementCaller,
    @CurrentActor() actor: Actor,
    @IdParam('clientId', 'cli') clientId: string,
    @IdParam('keyId', 'key') keyId: string,
  ): Promise<void> {
    return this.apiKeys.revoke(caller, clientId, keyId, actor);
  }

  /**
   * Creates a key with an id of its own, and the old key's name, scopes, addresses and expiry. The old key works until
   * the overlap ends. The new key is only in this response.
   */
  @Post(':keyId/rotate')
  @RequiresSessionOrClient('keys:manage')
  @ApiOperation({
    operationId: 'rotateApiKey',
    summary: 'Rotate an API key',
    description:
      'Replaces a key with a new one that has the same settings. The old key stops working immediately, or after `overlap_seconds`. The new key is returned only in this response.',
  })
  @ApiProblems('factor_required', ...CHANGE_PROBLEMS, {
    conflict: 'The API key is revoked. Only active keys can be rotated.',
  })
  async rotate(
    @CurrentCaller() caller: ManagementCaller,
    @CurrentActor() actor: Actor,
    @IdParam('clientId', 'cli') clientId: string,
    @IdParam('keyId', 'key') keyId: string,
    @Body() { overlap_seconds = 0 }: OverlapDto,
  ): Promise<CreatedApiKeyDto> {
    const { apiKey, key } = await this.issuer.rotate(caller, clientId, keyId, overlap_seconds, actor);
    return { ...toApiKeyDto(apiKey), key };
  }
}
