import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type Actor,
  CurrentActor,
  Endpoint,
  IdParam,
  RequiresSession,
  requireFreshSignIn,
} from '../core/http/index.js';
import { toInstant } from '../core/time/index.js';
import { Configuration } from '../core/config/index.js';
import {
  AccountPageDto,
  AccountPageQueryDto,
  UpdateAccountDto,
  AccountDto,
  toAccountDto,
} from './account.dto.js';
import { Account } from './account.entity.js';
import { AccountsService } from './accounts.service.js';
import { CurrentAccount, requireAdministrator } from './current-account.decorator.js';
import { LAST_ADMINISTRATOR } from './locked-accounts.js';
import { PasswordResetLinkDto } from './passwords/password-reset.dto.js';
import { PasswordResetsService } from './passwords/password-resets.service.js';
import { passwordsAreOff } from './passwords/passwords-are-off.js';

/** For administrators. Other callers can only get their own account. */
@ApiTags('Accounts')
@Controller('v1/accounts')
export class AccountAdministrationController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly passwordResets: PasswordResetsService,
    private readonly configuration: Configuration,
  ) {}

  @Get()
  @RequiresSession('accounts:read')
  @Endpoint({
    id: 'listAccounts',
    summary: 'List accounts',
    description: 'Returns all accounts, newest first. For administrators.',
    problems: ['forbidden'],
  })
  list(@CurrentAccount() viewer: Account, @Query() query: AccountPageQueryDto): Promise<AccountPageDto> {
    requireAdministrator(viewer);
    return this.accounts.list(query);
  }

  @Get(':accountId')
  @RequiresSession('accounts:read')
  @Endpoint({
    id: 'getAccount',
    summary: 'Get an account',
    description: 'Returns any account. For administrators.',
  })
  async get(
    @CurrentAccount() viewer: Account,
    @IdParam('accountId', 'acc') accountId: string,
  ): Promise<AccountDto> {
    return toAccountDto(await this.accounts.get(viewer, accountId));
  }

  @Patch(':accountId')
  @RequiresSession()
  @Endpoint({
    id: 'updateAccount',
    summary: 'Update an account',
    description:
      "Changes an account's details, role or status. A disabled account can't sign in. API keys of organizations without another active owner stop working immediately. The last administrator can't be demoted or disabled. A new email address, and the administrator role, need a sign-in in the last 10 minutes. For administrators.",
    problems: ['forbidden', 'fresh_sign_in_required', 'email_taken', LAST_ADMINISTRATOR],
  })
  async update(
    @CurrentAccount() viewer: Account,
    @IdParam('accountId', 'acc') accountId: string,
    @Body() body: UpdateAccountDto,
    @CurrentActor() actor: Actor,
  ): Promise<AccountDto> {
    await this.checkMayAdminister(viewer, accountId);
    return toAccountDto(await this.accounts.update(accountId, body, actor));
  }

  @Delete(':accountId')
  @HttpCode(204)
  @RequiresSession()
  @Endpoint({
    id: 'deleteAccount',
    summary: 'Delete an account',
    description:
      "Deletes an account with its clients and keys. This can't be undone. The last administrator can't be deleted. For administrators.",
    problems: ['forbidden', LAST_ADMINISTRATOR],
  })
  async delete(
    @CurrentAccount() viewer: Account,
    @IdParam('accountId', 'acc') accountId: string,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    await this.checkMayAdminister(viewer, accountId);
    await this.accounts.delete(accountId, actor);
  }

  @Post(':accountId/password-reset')
  @RequiresSession()
  @Endpoint({
    id: 'createPasswordReset',
    summary: 'Create a password reset link',
    description:
      'Creates a link for setting a new password. It works once and for one hour. You must have signed in within the last 10 minutes. For administrators.',
    problems: ['forbidden', 'fresh_sign_in_required'],
  })
  async createPasswordReset(
    @CurrentAccount() viewer: Account,
    @IdParam('accountId', 'acc') accountId: string,
    @CurrentActor() actor: Actor,
  ): Promise<PasswordResetLinkDto> {
    await this.checkMayAdminister(viewer, accountId);
    if (this.configuration.passwordSignIn === 'off') throw passwordsAreOff();
    requireFreshSignIn(actor);
    const { url, expiresAt } = await this.passwordResets.create(accountId, actor);
    return { url, expires_at: toInstant(expiresAt) };
  }

  /** Other callers get not_found for another account's id, and forbidden for their own: they change it under `me`. */
  private async checkMayAdminister(viewer: Account, accountId: string): Promise<void> {
    await this.accounts.get(viewer, accountId);
    requireAdministrator(viewer);
  }
}
