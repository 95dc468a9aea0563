import { Body, Controller, Delete, Get, Header, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../clients/current-caller.decorator.js';
import { type ManagementCaller } from '../clients/management-caller.types.js';
import { RequiresSessionOrClient } from '../clients/requires-session-or-client.decorator.js';
import { IdPipe } from '../common/identifier.js';
import { ApiProblems } from '../common/problems/api-problems.decorator.js';
import {
  ApiKeyPageDto,
  ApiKeyPageQueryDto,
  CreateApiKeyDto,
  CreatedApiKeyDto,
  toApiKeyDto,
} from './api-key.dto.js';
import { ApiKeysService } from './api-keys.service.js';

@ApiTags('API keys')
@Controller('v1/clients/:clientId/api-keys')
export class ApiKeysController {
  constructor(private readonly apiKeys: ApiKeysService) {}

  /** The key is in this answer only, and works in the next request. */
  @Post()
  @Header('cache-control', 'no-store')
  @RequiresSessionOrClient('keys:manage')
  @ApiOperation({ operationId: 'createApiKey', summary: 'Create an API key' })
  @ApiProblems(
    'invalid_parameter',
    'malformed_body',
    'cross_site_request',
    'forbidden',
    'not_found',
    'conflict',
    'payload_too_large',
    'unsupported_media_type',
  )
  async create(
    @CurrentCaller() caller: ManagementCaller,
    @Param('clientId', new IdPipe('cli')) clientId: string,
    @Body() body: CreateApiKeyDto,
  ): Promise<CreatedApiKeyDto> {
    const { apiKey, key } = await this.apiKeys.create(caller, clientId, body);
    return { ...toApiKeyDto(apiKey), key };
  }

  /** Ended keys stay listed for 90 days. */
  @Get()
  @RequiresSessionOrClient('keys:manage')
  @ApiOperation({ operationId: 'listApiKeys', summary: "List a client's API keys, newest first" })
  @ApiProblems('invalid_parameter', 'not_found')
  list(
    @CurrentCaller() caller: ManagementCaller,
    @Param('clientId', new IdPipe('cli')) clientId: string,
    @Query() page: ApiKeyPageQueryDto,
  ): Promise<ApiKeyPageDto> {
    return this.apiKeys.list(caller, clientId, page);
  }

  /** Final. The key is refused from the next request on. */
  @Delete(':keyId')
  @HttpCode(204)
  @RequiresSessionOrClient('keys:manage')
  @ApiOperation({ operationId: 'revokeApiKey', summary: 'Revoke an API key' })
  @ApiProblems('cross_site_request', 'not_found')
  revoke(
    @CurrentCaller() caller: ManagementCaller,
    @Param('clientId', new IdPipe('cli')) clientId: string,
    @Param('keyId', new IdPipe('key')) keyId: string,
  ): Promise<void> {
    return this.apiKeys.revoke(caller, clientId, keyId);
  }
}
