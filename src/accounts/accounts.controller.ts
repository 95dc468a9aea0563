import { Body, Controller, Get, Ip, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AttemptThrottle } from '../common/access/attempt-throttle.js';
import { Public, RequiresSession } from '../common/access/access.decorator.js';
import { ApiProblems } from '../common/problems/api-problems.decorator.js';
import { AccountDto, toAccountDto } from './account.types.js';
import { Account } from './account.entity.js';
import { AccountsService } from './accounts.service.js';
import { CreateAccountDto } from './create-account.dto.js';
import { CurrentAccount } from './current-account.decorator.js';

@ApiTags('Accounts')
@Controller('v1/accounts')
export class AccountsController {
  private readonly registrations = new AttemptThrottle({ freeAttempts: 20 });

  constructor(private readonly accounts: AccountsService) {}

  @Post()
  @Public()
  @ApiOperation({ operationId: 'createAccount', summary: 'Register an account' })
  @ApiProblems(
    'invalid_parameter',
    'malformed_body',
    'cross_site_request',
    'email_taken',
    'payload_too_large',
    'unsupported_media_type',
    'too_many_attempts',
  )
  async create(@Body() body: CreateAccountDto, @Ip() address: string): Promise<AccountDto> {
    this.registrations.attempt(address);
    return toAccountDto(await this.accounts.register(body));
  }

  @Get('me')
  @RequiresSession()
  @ApiOperation({ operationId: 'getOwnAccount', summary: 'Read the own account' })
  me(@CurrentAccount() account: Account): AccountDto {
    return toAccountDto(account);
  }
}
