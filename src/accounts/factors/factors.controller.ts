import { Body, Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Account } from '../account.entity.js';
import { ACCOUNT_CHANGED } from '../accounts.service.js';
import { CurrentAccount } from '../current-account.decorator.js';
import { type Actor, CurrentActor, Endpoint, IdParam, RequiresSession } from '../../core/http/index.js';
import { toInstant } from '../../core/time/index.js';
import {
  AddTotpDto,
  ConfirmedFactorDto,
  ConfirmFactorDto,
  FactorListDto,
  RecoveryCodesDto,
  toFactorDto,
  TotpEnrolmentDto,
} from './factor.dto.js';
import { FactorsService, NO_FACTOR, TOO_MANY_FACTORS, UNVERIFIED } from './factors.service.js';
import { TotpFactorsService } from './totp-factors.service.js';
import { RecoveryCodesService } from './recovery-codes.service.js';

@ApiTags('Second factors')
@Controller('v1/accounts/me/factors')
export class FactorsController {
  constructor(
    private readonly factors: FactorsService,
    private readonly totp: TotpFactorsService,
    private readonly recoveryCodes: RecoveryCodesService,
  ) {}

  @Get()
  @RequiresSession()
  @Endpoint({
    id: 'listFactors',
    summary: 'List your second factors',
    description: 'Returns the second factors of your account, and how many recovery codes are left.',
  })
  async list(@CurrentAccount() { id }: Account): Promise<FactorListDto> {
    return {
      data: (await this.factors.list(id)).map(toFactorDto),
      recovery_codes_left: await this.recoveryCodes.countLeft(id),
    };
  }

  @Post('totp')
  @RequiresSession()
  @Endpoint({
    id: 'addTotpFactor',
    summary: 'Add an authenticator app',
    description:
      'Returns a secret for an authenticator app (TOTP, RFC 6238). Confirm it with a code within 10 minutes; until then nothing changes. If the service sends mail, your email address must be verified. You must have signed in within the last 10 minutes.',
    problems: ['fresh_sign_in_required', { conflict: TOO_MANY_FACTORS, email_not_verified: UNVERIFIED }],
  })
  async addTotp(
    @CurrentAccount() account: Account,
    @Body() { name = 'Authenticator app' }: AddTotpDto,
    @CurrentActor() actor: Actor,
  ): Promise<TotpEnrolmentDto> {
    const { expiresAt, ...enrolment } = await this.totp.add(account, name, actor);
    return { ...enrolment, expires_at: toInstant(expiresAt) };
  }

  @Post('recovery-codes')
  @RequiresSession()
  @Endpoint({
    id: 'createRecoveryCodes',
    summary: 'Create recovery codes',
    description:
      'Returns ten new recovery codes. The earlier ones stop working. You must have signed in within the last 10 minutes.',
    problems: ['fresh_sign_in_required', { conflict: NO_FACTOR }],
  })
  async createRecoveryCodes(
    @CurrentAccount() account: Account,
    @CurrentActor() actor: Actor,
  ): Promise<RecoveryCodesDto> {
    return { recovery_codes: await this.factors.renewRecoveryCodes(account, actor) };
  }

  @Post(':factorId/confirm')
  @HttpCode(200)
  @RequiresSession()
  @Endpoint({
    id: 'confirmFactor',
    summary: 'Confirm an authenticator app',
    description:
      'Checks the first code of the app. From then on, every sign-in to your account requires one. With your first factor, you get ten recovery codes, your other sessions end, and your personal access tokens are revoked. You must have signed in within the last 10 minutes.',
    problems: ['fresh_sign_in_required', { conflict: ACCOUNT_CHANGED }],
  })
  async confirm(
    @CurrentAccount() account: Account,
    @IdParam('factorId', 'fac') factorId: string,
    @Body() { code }: ConfirmFactorDto,
    @CurrentActor() actor: Actor,
  ): Promise<ConfirmedFactorDto> {
    const { factor, recoveryCodes } = await this.totp.confirm(account, factorId, code, actor);
    return { factor: toFactorDto(factor), recovery_codes: recoveryCodes };
  }

  @Delete(':factorId')
  @HttpCode(204)
  @RequiresSession()
  @Endpoint({
    id: 'deleteFactor',
    summary: 'Remove a second factor',
    description:
      'Removes a second factor. If it is the last one, your recovery codes stop working. Removing a passkey also ends your other sessions and revokes your personal access tokens, because a passkey can sign in alone. You must have signed in within the last 10 minutes.',
    problems: ['fresh_sign_in_required', { conflict: ACCOUNT_CHANGED }],
  })
  remove(
    @CurrentAccount() account: Account,
    @IdParam('factorId', 'fac') factorId: string,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    return this.factors.remove(account, factorId, actor);
  }
}
