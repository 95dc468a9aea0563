import { networkOf } from '../../core/network/index.js';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AttemptsService } from '../../core/attempts/index.js';
import { type Actor, CurrentActor, Endpoint, Public } from '../../core/http/index.js';
import { Configuration } from '../../core/config/index.js';
import { emailKey } from '../email-key.js';
import { RequestPasswordResetDto, ResetPasswordDto } from './password-reset.dto.js';
import { PasswordResetRequestsService } from './password-reset-requests.service.js';
import { PasswordResetsService } from './password-resets.service.js';
import { passwordsAreOff } from './passwords-are-off.js';

@ApiTags('Accounts')
@Controller('v1/password-resets')
export class PasswordResetsController {
  constructor(
    private readonly passwordResets: PasswordResetsService,
    private readonly requests: PasswordResetRequestsService,
    private readonly attempts: AttemptsService,
    private readonly configuration: Configuration,
  ) {}

  // Responds in the same way for every address. Without mail (`SMTP_URL`), nothing is sent.
  @Post()
  @HttpCode(202)
  @Public()
  @Endpoint({
    id: 'requestPasswordReset',
    summary: 'Request a password reset',
    description:
      'Sends a link for setting a new password to this email address, if an account with a password has it. The response is the same if there is no such account, and if too many links were requested for the address. Nothing is sent unless `password_reset` of the sign-in methods is true.',
    problems: ['forbidden', 'service_unavailable'],
  })
  async request(@Body() { email }: RequestPasswordResetDto, @CurrentActor() actor: Actor): Promise<void> {
    if (this.configuration.passwordSignIn === 'off') throw passwordsAreOff();
    await this.attempts.attempt('passwordResetRequest', networkOf(String(actor.address)));
    // An error would reveal that others asked for the same address.
    if (await this.attempts.mayAttempt('passwordResetOfAddress', emailKey(email)))
      await this.requests.request(email, actor);
  }

  @Post('complete')
  @HttpCode(204)
  @Public()
  @Endpoint({
    id: 'resetPassword',
    summary: 'Set a new password',
    description:
      'Sets a new password with the token of a reset link, which was sent by mail or created by an administrator. The link works once and for one hour. All sessions of the account end.',
    problems: ['forbidden', 'service_unavailable'],
  })
  async reset(
    @Body() { token, new_password }: ResetPasswordDto,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    if (this.configuration.passwordSignIn === 'off') throw passwordsAreOff();
    await this.attempts.attempt('passwordReset', networkOf(String(actor.address)));
    await this.passwordResets.use(token, new_password, actor);
  }
}
