import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type ManagementCaller, RequiresSessionOrClient } from '../clients/index.js';
import { type Actor, CurrentActor, Endpoint, IdParam, OverlapDto } from '../core/http/index.js';
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

const FORBIDDEN = { forbidden: 'The client itself lacks the scope forecast:batch.' };

@ApiTags('API keys')
@Controller('v1/clients/:clientId/api-keys')
export class ApiKeysController {
  constructor(
    private readonly apiKeys: ApiKeysService,
    private readonly issuer: KeyIssuerService,
  ) {}

  @Post()
  @RequiresSessionOrClient('keys:manage')
  @Endpoint({
    id: 'createApiKey',
    summary: 'Create an API key',
    description:
      "Creates a key for a client. The key is returned only in this response; store it now. It works immediately. With `ephemeral`, the key lasts 15 minutes, isn't listed, and can only read forecasts.",
    problems: [
      'factor_required',
      FORBIDDEN,
      { conflict: 'A client may have 50 active keys. Revoke one that is not in use.' },
    ],
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

  @Get()
  @RequiresSessionOrClient('keys:manage')
  @Endpoint({
    id: 'listApiKeys',
    summary: "List a client's API keys",
    description:
      'Returns the keys of a client, newest first, without the keys themselves. Revoked and expired keys stay listed for 90 days.',
    problems: ['factor_required'],
  })
  list(
    @CurrentCaller() caller: ManagementCaller,
    @IdParam('clientId', 'cli') clientId: string,
    @Query() page: ApiKeyPageQueryDto,
  ): Promise<ApiKeyPageDto> {
    return this.apiKeys.list(caller, clientId, page);
  }

  @Get(':keyId')
  @RequiresSessionOrClient('keys:manage')
  @Endpoint({
    id: 'getApiKey',
    summary: 'Get an API key',
    description: "Returns a key's details, without the key itself.",
    problems: ['factor_required'],
  })
  async get(
    @CurrentCaller() caller: ManagementCaller,
    @IdParam('clientId', 'cli') clientId: string,
    @IdParam('keyId', 'key') keyId: string,
  ): Promise<ApiKeyDto> {
    return toApiKeyDto(await this.apiKeys.get(caller, clientId, keyId));
  }

  @Patch(':keyId')
  @RequiresSessionOrClient('keys:manage')
  @Endpoint({
    id: 'updateApiKey',
    summary: 'Update an API key',
    description:
      "Changes a key's name, scopes, expiry or allowed IP addresses. Properties that you leave out don't change. Changes apply to the next request.",
    problems: ['factor_required', FORBIDDEN, { conflict: "The API key is revoked and can't be changed." }],
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

  @Delete(':keyId')
  @HttpCode(204)
  @RequiresSessionOrClient('keys:manage')
  @Endpoint({
    id: 'revokeApiKey',
    summary: 'Revoke an API key',
    description: 'Revokes a key permanently. Requests with it return the error `revoked_api_key`.',
    problems: ['factor_required'],
  })
  revoke(
    @CurrentCaller() caller: ManagementCaller,
    @CurrentActor() actor: Actor,
    @IdParam('clientId', 'cli') clientId: string,
    @IdParam('keyId', 'key') keyId: string,
  ): Promise<void> {
    return this.apiKeys.revoke(caller, clientId, keyId, actor);
  }

  @Post(':keyId/rotate')
  @RequiresSessionOrClient('keys:manage')
  @Endpoint({
    id: 'rotateApiKey',
    summary: 'Rotate an API key',
    description:
      'Replaces a key with a new one that has the same settings. The old key stops working immediately, or after `overlap_seconds`. The new key is returned only in this response.',
    problems: [
      'factor_required',
      FORBIDDEN,
      { conflict: 'The API key is revoked. Only active keys can be rotated.' },
    ],
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
