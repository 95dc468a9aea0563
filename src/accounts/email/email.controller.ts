import { networkOf } from '../../core/network/index.js';
import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AttemptsService } from '../../core/attempts/index.js';
import { type Actor, AllowsSession, CurrentActor, Endpoint, RequiresSession } from '../../core/http/index.js';
import { MailsService } from '../../core/mail/index.js';
import { Account } from '../account.entity.js';
import { AccountsService } from '../accounts.service.js';
import { CurrentAccount } from '../current-account.decorator.js';
import { AccountEmailDto, ChangeEmailDto, toAccountEmailDto, VerifyEmailDto } from './email.dto.js';
import { EmailVerificationsService } from './email-verifications.service.js';

@ApiTags('Accounts')
@Controller('v1')
export class EmailController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly verifications: EmailVerificationsService,
    private readonly attempts: AttemptsService,
    private readonly mails: MailsService,
  ) {}

  @Get('accounts/me/email')
  @RequiresSession()
  @Endpoint({
    id: 'getOwnEmail',
    summary: 'Get your email address',
    description:
      'Returns your email address, whether it is verified, and any new address that is not verified yet.',
  })
  get(@CurrentAccount() account: Account): AccountEmailDto {
    return toAccountEmailDto(account, this.mails.isOn);
  }

  @Post('accounts/me/email')
  @HttpCode(200)
  @RequiresSession()
  @Endpoint({
    id: 'changeEmail',
    summary: 'Change or verify your email address',
    description:
      "Sends a link to the address. Your account keeps its old address until you use the link. The old address then gets a message about the change. If the service doesn't send mail, the address changes immediately. Your current address gets another link if it isn't verified. A new address needs a sign-in in the last 10 minutes.",
    problems: ['fresh_sign_in_required', 'email_taken'],
  })
  async change(
    @CurrentAccount() { id }: Account,
    @Body() { email }: ChangeEmailDto,
    @CurrentActor() actor: Actor,
  ): Promise<AccountEmailDto> {
    const account = await this.accounts.changeEmail(id, email, actor);
    return toAccountEmailDto(account, this.mails.isOn);
  }

  // The link of somebody else's account proves nothing, so the account's session or password is required, too.
  @Post('email-verifications')
  @HttpCode(204)
  @AllowsSession()
  @Endpoint({
    id: 'verifyEmail',
    summary: 'Verify an email address',
    description:
      'Uses a link that was sent to an email address. The link works once, within 24 hours. You must be signed in to the account or know its password.',
    problems: ['invalid_credentials', 'email_taken', 'sign_in_unavailable', 'service_unavailable'],
  })
  async verify(@Body() { token, password }: VerifyEmailDto, @CurrentActor() actor: Actor): Promise<void> {
    await this.attempts.attempt('emailVerification', networkOf(String(actor.address)));
    await this.verifications.verify(token, password, actor);
  }
}
