import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Account } from '../../account.entity.js';
import { CurrentAccount } from '../../current-account.decorator.js';
import { type Actor, CurrentActor, Endpoint, RequiresSession } from '../../../core/http/index.js';
import { AddPasskeyDto, ConfirmedFactorDto, toFactorDto } from '../factor.dto.js';
import { TOO_MANY_FACTORS, UNVERIFIED } from '../factors.service.js';
import { NO_PASSKEYS, PasskeyFactorsService } from './passkey-factors.service.js';
import { PasskeyOptionsDto, toPasskeyOptionsDto } from './passkey-options.dto.js';

const PROBLEMS = {
  conflict: TOO_MANY_FACTORS,
  email_not_verified: UNVERIFIED,
};

@ApiTags('Second factors')
@Controller('v1/accounts/me/factors/passkey')
export class PasskeysController {
  constructor(private readonly factors: PasskeyFactorsService) {}

  @Post('options')
  @HttpCode(200)
  @RequiresSession()
  @Endpoint({
    id: 'getPasskeyOptions',
    summary: 'Start adding a passkey',
    description:
      'Returns the options for `navigator.credentials.create()` to create a passkey. Send the credential to `POST /v1/accounts/me/factors/passkey` within 5 minutes, in the same session. If the service sends mail, your email address must be verified. You must have signed in within the last 10 minutes.',
    problems: ['fresh_sign_in_required', { ...PROBLEMS, forbidden: NO_PASSKEYS }],
  })
  async request(
    @CurrentAccount() account: Account,
    @CurrentActor() actor: Actor,
  ): Promise<PasskeyOptionsDto> {
    return toPasskeyOptionsDto(await this.factors.request(account, actor));
  }

  @Post()
  @RequiresSession()
  @Endpoint({
    id: 'addPasskey',
    summary: 'Add a passkey',
    description:
      'Adds the passkey that a browser created. You can then sign in with it alone, and every other sign-in to your account requires it or another second factor. With your first factor, you get ten recovery codes, your other sessions end, and your personal access tokens are revoked. You must have signed in within the last 10 minutes.',
    problems: ['fresh_sign_in_required', PROBLEMS],
  })
  async add(
    @CurrentAccount() account: Account,
    @Body() { name = 'Passkey', credential }: AddPasskeyDto,
    @CurrentActor() actor: Actor,
  ): Promise<ConfirmedFactorDto> {
    const { factor, recoveryCodes } = await this.factors.add(account, name, credential, actor);
    return { factor: toFactorDto(factor), recovery_codes: recoveryCodes };
  }
}
