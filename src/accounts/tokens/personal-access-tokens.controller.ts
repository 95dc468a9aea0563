import { Body, Controller, Delete, Get, Header, HttpCode, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Account } from '../account.entity.js';
import { CurrentAccount } from '../current-account.decorator.js';
import {
  type Actor,
  CurrentActor,
  Endpoint,
  IdParam,
  PageQueryDto,
  RequiresSession,
} from '../../core/http/index.js';
import {
  CreatedPersonalAccessTokenDto,
  CreatePersonalAccessTokenDto,
  PersonalAccessTokenPageDto,
  toPersonalAccessTokenDto,
} from './personal-access-token.dto.js';
import { PersonalAccessTokensService, TOO_MANY_TOKENS } from './personal-access-tokens.service.js';

@ApiTags('Personal access tokens')
@Controller('v1/accounts/me/tokens')
export class PersonalAccessTokensController {
  constructor(private readonly tokens: PersonalAccessTokensService) {}

  @Post()
  @RequiresSession()
  @Header('cache-control', 'no-store')
  @Endpoint({
    id: 'createPersonalAccessToken',
    summary: 'Create a personal access token',
    description:
      'Creates a token for your own programs to call the API as you. The token is returned only in this response; store it now. You must have signed in within the last 10 minutes.',
    problems: ['fresh_sign_in_required', { conflict: TOO_MANY_TOKENS }],
  })
  async create(
    @CurrentAccount() account: Account,
    @Body() body: CreatePersonalAccessTokenDto,
    @CurrentActor() actor: Actor,
  ): Promise<CreatedPersonalAccessTokenDto> {
    const { accessToken, token } = await this.tokens.create(account, body, actor);
    return { ...toPersonalAccessTokenDto(accessToken), token };
  }

  @Get()
  @RequiresSession()
  @Endpoint({
    id: 'listPersonalAccessTokens',
    summary: 'List your personal access tokens',
    description:
      'Returns your tokens, newest first, without the tokens themselves. Expired and revoked tokens stay listed for 90 days.',
  })
  list(@CurrentAccount() { id }: Account, @Query() page: PageQueryDto): Promise<PersonalAccessTokenPageDto> {
    return this.tokens.list(id, page);
  }

  @Delete(':tokenId')
  @HttpCode(204)
  @RequiresSession()
  @Endpoint({
    id: 'revokePersonalAccessToken',
    summary: 'Revoke a personal access token',
    description: 'Revokes one of your tokens permanently. Requests with it return the error `invalid_token`.',
  })
  revoke(
    @CurrentAccount() { id }: Account,
    @IdParam('tokenId', 'pat') tokenId: string,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    return this.tokens.revoke(id, tokenId, actor);
  }
}
