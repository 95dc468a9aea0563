import { Body, Controller, Delete, Get, Header, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Account } from '../accounts/account.entity.js';
import { CurrentAccount } from '../accounts/current-account.decorator.js';
import { RequiresSession } from '../common/access/access.decorator.js';
import { PageQueryDto } from '../common/http/page.dto.js';
import { IdPipe } from '../common/identifier.js';
import { ApiProblems } from '../common/problems/api-problems.decorator.js';
import { ClientDto, ClientPageDto, CreateClientDto, CreatedClientDto, toClientDto } from './client.dto.js';
import { ClientsService } from './clients.service.js';

@ApiTags('Clients')
@Controller('v1/clients')
export class ClientsController {
  constructor(private readonly clients: ClientsService) {}

  /** A client is an application of yours. Its secret is in this answer only. */
  @Post()
  @Header('cache-control', 'no-store')
  @RequiresSession()
  @ApiOperation({ operationId: 'createClient', summary: 'Create a client' })
  @ApiProblems(
    'invalid_parameter',
    'malformed_body',
    'cross_site_request',
    'forbidden',
    'conflict',
    'payload_too_large',
    'unsupported_media_type',
  )
  async create(@CurrentAccount() account: Account, @Body() body: CreateClientDto): Promise<CreatedClientDto> {
    const { client, secret } = await this.clients.create(account, body);
    return { ...toClientDto(client), client_secret: secret };
  }

  @Get()
  @RequiresSession()
  @ApiOperation({ operationId: 'listClients', summary: 'List the own clients, newest first' })
  @ApiProblems('invalid_parameter')
  list(@CurrentAccount() account: Account, @Query() page: PageQueryDto): Promise<ClientPageDto> {
    return this.clients.list(account, page);
  }

  @Get(':clientId')
  @RequiresSession()
  @ApiOperation({ operationId: 'getClient', summary: 'Read a client' })
  @ApiProblems('not_found')
  async get(
    @CurrentAccount() account: Account,
    @Param('clientId', new IdPipe('cli')) clientId: string,
  ): Promise<ClientDto> {
    return toClientDto(await this.clients.get(account, clientId));
  }

  /** Final. All keys of the client stop working at once. */
  @Delete(':clientId')
  @HttpCode(204)
  @RequiresSession()
  @ApiOperation({ operationId: 'deleteClient', summary: 'Delete a client and its keys' })
  @ApiProblems('cross_site_request', 'not_found')
  delete(
    @CurrentAccount() account: Account,
    @Param('clientId', new IdPipe('cli')) clientId: string,
  ): Promise<void> {
    return this.clients.delete(account, clientId);
  }
}
