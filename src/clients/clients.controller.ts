import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Account, CurrentAccount } from '../accounts/index.js';
import {
  type Actor,
  CurrentActor,
  Endpoint,
  IdParam,
  OverlapDto,
  RateLimitsDto,
  RequiresSession,
  WithinOrganization,
} from '../core/http/index.js';
import { ClientChangesService } from './client-changes.service.js';
import {
  ClientDto,
  ClientPageDto,
  ClientPageQueryDto,
  CreateClientDto,
  CreatedClientDto,
  toClientDto,
  UpdateClientDto,
} from './client.dto.js';
import { ClientsService } from './clients.service.js';

@ApiTags('Clients')
@WithinOrganization()
@Controller('v1/clients')
export class ClientsController {
  constructor(
    private readonly clients: ClientsService,
    private readonly changes: ClientChangesService,
  ) {}

  @Post()
  @RequiresSession('clients:manage')
  @Endpoint({
    id: 'createClient',
    summary: 'Create a client',
    description:
      'Creates a client with its own rate limits, scopes, credentials and API keys, in your personal organization or the one that you name. The client secret is returned only in this response.',
    problems: [
      'factor_required',
      'conflict',
      'not_found',
      { forbidden: 'The limit per day can be at most 50000. Only an administrator can raise it.' },
    ],
  })
  async create(
    @CurrentAccount() account: Account,
    @CurrentActor() actor: Actor,
    @Body() body: CreateClientDto,
  ): Promise<CreatedClientDto> {
    const { client, secret } = await this.clients.create(account, body, actor);
    return { ...toClientDto(client), client_secret: secret };
  }

  @Get()
  @RequiresSession('clients:read')
  @Endpoint({
    id: 'listClients',
    summary: 'List your clients',
    description:
      'Returns the clients of your organizations, newest first. Administrators can list those that any account created with `account_id`.',
    problems: [
      'factor_required',
      'not_found',
      { forbidden: "Only administrators can list other accounts' clients." },
    ],
  })
  list(@CurrentAccount() account: Account, @Query() page: ClientPageQueryDto): Promise<ClientPageDto> {
    return this.clients.list(account, page);
  }

  @Get('default-limits')
  @RequiresSession('clients:read')
  @Endpoint({
    id: 'getDefaultLimits',
    summary: 'Get the default rate limits',
    description:
      'Returns the default limits of a new client. They are also the highest that a member can set without an administrator.',
  })
  defaultLimits(): RateLimitsDto {
    return this.clients.defaultLimits;
  }

  @Get(':clientId')
  @RequiresSession('clients:read')
  @Endpoint({
    id: 'getClient',
    summary: 'Get a client',
    description: 'Returns a client, without its secret.',
    problems: ['factor_required'],
  })
  async get(
    @CurrentAccount() account: Account,
    @IdParam('clientId', 'cli') clientId: string,
  ): Promise<ClientDto> {
    return toClientDto(await this.clients.reachable({ account, clientId: null }, clientId, 'clients.read'));
  }

  @Patch(':clientId')
  @RequiresSession('clients:manage')
  @Endpoint({
    id: 'updateClient',
    summary: 'Update a client',
    description:
      "Changes a client's name, description, rate limits or status. Properties that you leave out don't change. Only administrators can change scopes or raise a limit above the client's maximum.",
    problems: ['factor_required', { forbidden: 'Only administrators can change scopes and status.' }],
  })
  async update(
    @CurrentAccount() account: Account,
    @CurrentActor() actor: Actor,
    @IdParam('clientId', 'cli') clientId: string,
    @Body() body: UpdateClientDto,
  ): Promise<ClientDto> {
    return toClientDto(await this.changes.update(account, clientId, body, actor));
  }

  @Post(':clientId/secret')
  @RequiresSession('clients:manage')
  @Endpoint({
    id: 'rotateClientSecret',
    summary: "Rotate a client's secret",
    description:
      'Creates a new client secret. The old one stops working immediately, or after `overlap_seconds`. The new secret is returned only in this response.',
    problems: ['factor_required', { forbidden: 'Only members of the organization can do this.' }],
  })
  async rotateSecret(
    @CurrentAccount() account: Account,
    @CurrentActor() actor: Actor,
    @IdParam('clientId', 'cli') clientId: string,
    @Body() { overlap_seconds = 0 }: OverlapDto,
  ): Promise<CreatedClientDto> {
    const { client, secret } = await this.changes.rotateSecret(account, clientId, overlap_seconds, actor);
    return { ...toClientDto(client), client_secret: secret };
  }

  @Delete(':clientId')
  @HttpCode(204)
  @RequiresSession('clients:manage')
  @Endpoint({
    id: 'deleteClient',
    summary: 'Delete a client',
    description:
      "Deletes a client and revokes its keys. This can't be undone. The client counts toward the maximum number of clients until the UTC day ends.",
    problems: ['factor_required', 'forbidden'],
  })
  delete(
    @CurrentAccount() account: Account,
    @CurrentActor() actor: Actor,
    @IdParam('clientId', 'cli') clientId: string,
  ): Promise<void> {
    return this.clients.delete(account, clientId, actor);
  }
}
