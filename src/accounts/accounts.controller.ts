import { networkOf } from '../core/network/index.js';
import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AttemptsService } from '../core/attempts/index.js';
import {
  type Actor,
  AllowsSession,
  CurrentActor,
  Endpoint,
  RequiresSession,
  WithinOrganization,
} from '../core/http/index.js';
import { Configuration } from '../core/config/index.js';
import { AccountRegistrationService } from './account-registration.service.js';
import {
  ChangePasswordDto,
  DeleteOwnAccountDto,
  UpdateOwnAccountDto,
  AccountDto,
  toAccountDto,
} from './account.dto.js';
import { Account } from './account.entity.js';
import { AccountsService } from './accounts.service.js';
import { AuthenticatorService } from './authenticator.service.js';
import { CreateAccountDto } from './create-account.dto.js';
import { CurrentAccount, CurrentAccountIfAny } from './current-account.decorator.js';
import { LAST_ADMINISTRATOR } from './locked-accounts.js';
import { passwordsAreOff } from './passwords/passwords-are-off.js';

@ApiTags('Accounts')
@Controller('v1/accounts')
export class AccountsController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly registration: AccountRegistrationService,
    private readonly authenticator: AuthenticatorService,
    private readonly attempts: AttemptsService,
    private readonly configuration: Configuration,
  ) {}

  @Post()
  @AllowsSession()
  @Endpoint({
    id: 'createAccount',
    summary: 'Register an account',
    description:
      'Creates an account. The first account of a new installation is its administrator. If registration is closed, only administrators can create accounts. If the service sends mail, a link to verify the address is sent to it; where registration is limited to domains, the account can sign in after the link is used.',
    problems: ['forbidden', 'email_taken', 'service_unavailable'],
  })
  async create(
    @Body() body: CreateAccountDto,
    @CurrentActor() actor: Actor,
    @CurrentAccountIfAny() registrar: Account | undefined,
  ): Promise<AccountDto> {
    if (registrar?.role !== 'admin')
      await this.attempts.attempt('registration', networkOf(String(actor.address)));
    return toAccountDto(await this.registration.register(body, actor, registrar));
  }

  @Get('me')
  @WithinOrganization()
  @RequiresSession('profile:read')
  @Endpoint({ id: 'getOwnAccount', summary: 'Get your account', description: 'Returns your account.' })
  me(@CurrentAccount() account: Account): AccountDto {
    return toAccountDto(account);
  }

  @Patch('me')
  @RequiresSession()
  @Endpoint({
    id: 'updateOwnAccount',
    summary: 'Update your account',
    description:
      "Changes your name, email address or organization. Properties that you leave out don't change. A new email address needs a sign-in in the last 10 minutes. If the service sends mail, the address changes once you use the link that is sent to it: see `POST /v1/accounts/me/email`.",
    problems: ['session_confined', 'fresh_sign_in_required', 'email_taken'],
  })
  async updateOwn(
    @CurrentAccount() { id }: Account,
    @Body() body: UpdateOwnAccountDto,
    @CurrentActor() actor: Actor,
  ): Promise<AccountDto> {
    return toAccountDto(await this.accounts.update(id, body, actor));
  }

  @Delete('me')
  @HttpCode(204)
  @RequiresSession()
  @Endpoint({
    id: 'deleteOwnAccount',
    summary: 'Delete your account',
    description:
      "Deletes your account with its clients and keys, after checking your password. If you have none, this needs a sign-in in the last 10 minutes. This can't be undone. The last administrator can't delete their account.",
    problems: ['invalid_credentials', 'fresh_sign_in_required', 'sign_in_unavailable', LAST_ADMINISTRATOR],
  })
  async deleteOwn(
    @CurrentAccount() account: Account,
    @Body() { password }: DeleteOwnAccountDto,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    await this.authenticator.confirm(account, password, '/password', actor);
    await this.accounts.delete(account.id, actor);
  }

  @Put('me/password')
  @HttpCode(204)
  @RequiresSession()
  @Endpoint({
    id: 'changePassword',
    summary: 'Change your password',
    description:
      'Sets a new password and ends all of your other sessions. An account without a password gets its first one, after a sign-in in the last 10 minutes.',
    problems: [
      'invalid_credentials',
      'forbidden',
      'fresh_sign_in_required',
      'sign_in_unavailable',
      { conflict: 'The password was changed a moment ago.' },
    ],
  })
  async changePassword(
    @CurrentAccount() account: Account,
    @Body() { current_password, new_password }: ChangePasswordDto,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    if (this.configuration.passwordSignIn === 'off') throw passwordsAreOff();
    const hash = await this.authenticator.confirm(account, current_password, '/current_password', actor);
    await this.accounts.changePassword(account.id, hash, new_password, actor);
  }
}
