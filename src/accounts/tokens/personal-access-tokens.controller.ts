import { Body, Controller, Delete, Get, Header, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Account } from '../account.entity.js';
import { CurrentAccount } from '../current-account.decorator.js';
import {
  type Actor,
  ApiProblems,
  CurrentActor,
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

  /** The token is only in this response, and works in the next request. */
  @Post()
  @RequiresSession()
  @Header('cache-control', 'no-store')
  @ApiOperation({
    operationId: 'createPersonalAccessToken',
    summary: 'Create a personal access token',
    description:
      'Creates a token for your own programs to call the API as you. The token is returned only in this response; store it now. You must have signed in within the last 10 minutes.',
  })
  @ApiProblems('cross_site_request', 'fresh_sign_in_required', {
    conflict: TOO_MANY_TOKENS,
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
  @ApiOperation({
    operationId: 'listPersonalAccessTokens',
    summary: 'List your personal access tokens',
    description:
      'Returns your tokens, newest first, without the tokens themselves. Expired and revoked tokens stay listed for 90 days.',
  })
  list(@CurrentAccount() { id }: Account, @Query() page: PageQueryDto): Promise<PersonalAccessTokenPageDto> {
    return this.tokens.list(id, page);
  }

  /** Final. The token is refused from the next request on. */
  @Delete(':tokenId')
  @HttpCode(204)
  @RequiresSession()
  @ApiOperation({
    operationId: 'revokePersonalAccessToken',
    summary: 'Revoke a personal access token',
    description: 'Revokes one of your tokens permanently. Requests with it return the error `invalid_token`.',
  })
  @ApiProblems('cross_site_request', 'not_found')
  revoke(
    @CurrentAccount() { id }: Account,
    @IdParam('tokenId', 'pat') tokenId: string,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    return this.tokens.revoke(id, tokenId, actor);
  }
}
