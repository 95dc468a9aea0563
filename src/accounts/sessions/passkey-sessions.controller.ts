import { networkOf } from '../../core/network/index.js';
import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { AttemptsService } from '../../core/attempts/index.js';
import { Configuration } from '../../core/config/index.js';
import { PasskeyOptionsDto, toPasskeyOptionsDto } from '../factors/passkeys/passkey-options.dto.js';
import { PasskeysService } from '../factors/passkeys/passkeys.service.js';
import {
  type Actor,
  ApiResponseHeaders,
  CurrentActor,
  Endpoint,
  Problem,
  Public,
} from '../../core/http/index.js';
import { SET_COOKIE, setSessionCookie } from './session.cookie.js';
import { GetFactorOptionsDto, SignedInDto, SignInWithPasskeyDto, toSignedInDto } from './session.dto.js';
import { FactorSignInsService, NO_PASSKEY } from './factor-sign-ins.service.js';
import { SignInMethodsService } from './sign-in-methods.service.js';

const NO_PASSKEYS = 'This service has no sign-in with passkeys.';

@ApiTags('Sessions')
@Controller('v1/sessions')
export class PasskeySessionsController {
  constructor(
    private readonly signIns: FactorSignInsService,
    private readonly passkeys: PasskeysService,
    private readonly methods: SignInMethodsService,
    private readonly attempts: AttemptsService,
    private readonly configuration: Configuration,
  ) {}

  @Post('passkey/options')
  @HttpCode(200)
  @Public()
  @Endpoint({
    id: 'getPasskeySignInOptions',
    summary: 'Start signing in with a passkey',
    description:
      'Returns the options for `navigator.credentials.get()` to ask for a passkey. Only the challenge differs between callers. Send the credential to `POST /v1/sessions/passkey` within 5 minutes.',
    problems: ['sign_in_unavailable', 'service_unavailable', { forbidden: NO_PASSKEYS }],
  })
  async request(@CurrentActor() { address }: Actor): Promise<PasskeyOptionsDto> {
    this.checkAreOn();
    await this.attempts.attempt('passkeySignIn', networkOf(String(address)));
    return toPasskeyOptionsDto(await this.passkeys.request({ purpose: 'sign-in', recipient: null }));
  }

  @Post('passkey')
  @Public()
  @ApiResponseHeaders(SET_COOKIE, '201')
  @Endpoint({
    id: 'createSessionByPasskey',
    summary: 'Sign in with a passkey',
    description:
      "Checks the credential that a passkey returned, and sets the session cookie. A passkey verifies the person, so it counts as both factors. The response is the same for every passkey that can't sign in. Repeated failures slow down further attempts.",
    problems: [
      'invalid_passkey',
      'account_disabled',
      'email_not_verified',
      'sign_in_unavailable',
      'service_unavailable',
      { forbidden: NO_PASSKEYS },
    ],
  })
  async create(
    @Body() { credential }: SignInWithPasskeyDto,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInDto> {
    this.checkAreOn();
    const begun = await this.signIns.byPasskey(credential, actor);
    await this.attempts.clear('passkeySignIn', networkOf(String(actor.address)));
    setSessionCookie(reply, begun, this.configuration);
    return toSignedInDto(begun.session);
  }

  @Post('factor/options')
  @HttpCode(200)
  @Public()
  @Endpoint({
    id: 'getFactorOptions',
    summary: 'Start passkey verification',
    description:
      'Returns the options for `navigator.credentials.get()` to ask for a passkey of the account. Send the token from the first step of the sign-in. Send the credential to `POST /v1/sessions/factor` within 5 minutes.',
    problems: ['service_unavailable', { conflict: NO_PASSKEY }],
  })
  async requestFactor(@Body() { token }: GetFactorOptionsDto): Promise<PasskeyOptionsDto> {
    return toPasskeyOptionsDto(await this.signIns.requestPasskeyFactor(token));
  }

  private checkAreOn(): void {
    if (!this.methods.hasPasskeys) throw new Problem('forbidden', { detail: NO_PASSKEYS });
  }
}
