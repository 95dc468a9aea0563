import { networkOf } from '../../core/network/index.js';
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  NotFoundException,
  Post,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AttemptsService } from '../../core/attempts/index.js';
import {
  type Actor,
  ApiResponseHeaders,
  CurrentActor,
  Endpoint,
  IdParam,
  PageQueryDto,
  Problem,
  Public,
  RequiresSession,
  WithinOrganization,
  pathOf,
} from '../../core/http/index.js';
import { Configuration } from '../../core/config/index.js';
import { CurrentSession } from './current-session.decorator.js';
import { clearSessionCookie, SET_COOKIE, setSessionCookie } from './session.cookie.js';
import {
  CreateSessionDto,
  FactorRequiredDto,
  FinishSignInDto,
  SessionPageDto,
  SignedInDto,
  SignInMethodsDto,
  toSignedInDto,
  UseSignInLinkDto,
} from './session.dto.js';
import { Session } from './session.entity.js';
import type { BegunSession } from './begun-session.types.js';
import { SessionsService } from './sessions.service.js';
import { FactorSignInsService } from './factor-sign-ins.service.js';
import { SignInMethodsService } from './sign-in-methods.service.js';
import { SignInsService } from './sign-ins.service.js';
import type { FactorRequest } from './waiting-sign-ins.service.js';

const SIGNED_IN = { type: SignedInDto, description: 'The session.' };
const FACTOR_REQUIRED = {
  type: FactorRequiredDto,
  description: 'The account has a second factor: finish with `POST /v1/sessions/factor`.',
};

@ApiTags('Sessions')
@Controller('v1/sessions')
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly signIns: SignInsService,
    private readonly factorSignIns: FactorSignInsService,
    private readonly methods: SignInMethodsService,
    private readonly attempts: AttemptsService,
    private readonly configuration: Configuration,
  ) {}

  @Post()
  @Public()
  @ApiCreatedResponse(SIGNED_IN)
  @ApiOkResponse(FACTOR_REQUIRED)
  @ApiResponseHeaders(SET_COOKIE, '201')
  @Endpoint({
    id: 'createSession',
    summary: 'Sign in',
    description:
      'Checks an email address and a password and sets the session cookie. The response is the same whether or not an account with the email exists. If the account has a second factor, responds with 200 and a token instead, and sets no cookie: send it to `POST /v1/sessions/factor`. Repeated failures slow down further attempts.',
    problems: [
      'invalid_credentials',
      'forbidden',
      'account_disabled',
      'email_not_verified',
      'sign_in_unavailable',
      'service_unavailable',
    ],
  })
  async create(
    @Body() { email, password }: CreateSessionDto,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInDto | FactorRequiredDto> {
    if (!this.methods.hasPassword)
      throw new Problem('forbidden', { detail: 'This service has no sign-in with passwords.' });
    return this.answer(await this.signIns.byPassword(email, password, actor), reply);
  }

  @Post('factor')
  @Public()
  @ApiResponseHeaders(SET_COOKIE, '201')
  @Endpoint({
    id: 'finishSignIn',
    summary: 'Finish signing in with a second factor',
    description:
      'Send the token from the first step of the sign-in, with a code or a passkey. Sets the session cookie. The token works once, for 10 minutes, and becomes invalid after five wrong factors. Repeated failures slow down further attempts.',
    problems: [
      'invalid_factor',
      'account_disabled',
      'email_not_verified',
      'sign_in_unavailable',
      'service_unavailable',
    ],
  })
  async finish(
    @Body() { token, code, credential }: FinishSignInDto,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInDto> {
    if ((code === undefined) === (credential === undefined)) throw needsOneFactor();
    const begun = await this.factorSignIns.finish(token, code ?? credential!, actor);
    setSessionCookie(reply, begun, this.configuration);
    return toSignedInDto(begun.session);
  }

  @Post('link')
  @Public()
  @ApiCreatedResponse(SIGNED_IN)
  @ApiOkResponse(FACTOR_REQUIRED)
  @ApiResponseHeaders(SET_COOKIE, '201')
  @Endpoint({
    id: 'createSessionByLink',
    summary: 'Sign in with a link',
    description:
      'Uses a one-time sign-in link and sets the session cookie. Only the operator of the service can create such a link. If the account has a second factor, it is required as after a password.',
    problems: ['account_disabled', 'service_unavailable'],
  })
  async createByLink(
    @Body() { token }: UseSignInLinkDto,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInDto | FactorRequiredDto> {
    await this.attempts.attempt('signInLink', networkOf(String(actor.address)));
    return this.answer(await this.signIns.byLink(token, actor), reply);
  }

  @Get('methods')
  @Public()
  @Endpoint({
    id: 'listSignInMethods',
    summary: 'List sign-in methods',
    description: 'Returns the sign-in methods that the service supports.',
  })
  listMethods(): SignInMethodsDto {
    return {
      password: this.methods.hasPassword,
      password_reset: this.methods.hasPasswordReset,
      providers: [...this.methods.providers],
      passkeys: this.methods.hasPasskeys,
    };
  }

  @Get()
  @RequiresSession()
  @Endpoint({
    id: 'listSessions',
    summary: 'List your sessions',
    description: 'Returns your active sessions, newest first, with the browser and address of each.',
  })
  list(@CurrentSession() { account }: Session, @Query() page: PageQueryDto): Promise<SessionPageDto> {
    return this.sessions.list(account.id, page);
  }

  @Delete()
  @HttpCode(204)
  @RequiresSession()
  @Endpoint({
    id: 'deleteOtherSessions',
    summary: 'Sign out everywhere else',
    description: 'Ends all of your sessions except the one that makes this request.',
  })
  deleteOthers(
    @CurrentSession() { id, account }: Session,
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    // A client that sends an empty session id means one session, not all others.
    if (pathOf(request.url).endsWith('/')) throw new NotFoundException();
    return this.sessions.endOthers(account.id, id, actor);
  }

  @Get('current')
  @WithinOrganization()
  @RequiresSession()
  @Endpoint({
    id: 'getCurrentSession',
    summary: 'Get your session',
    description: 'Returns the session of the cookie and its account.',
  })
  current(@CurrentSession() session: Session): SignedInDto {
    return toSignedInDto(session);
  }

  @Delete('current')
  @HttpCode(204)
  @WithinOrganization()
  @RequiresSession()
  @ApiResponseHeaders(SET_COOKIE, '204')
  @Endpoint({
    id: 'deleteCurrentSession',
    summary: 'Sign out',
    description: 'Ends the session of the cookie and removes the cookie.',
  })
  async deleteCurrent(
    @CurrentSession() { id, account }: Session,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.sessions.end(account.id, id, actor);
    clearSessionCookie(reply, this.configuration);
  }

  @Delete(':sessionId')
  @HttpCode(204)
  @RequiresSession()
  @ApiResponseHeaders(SET_COOKIE, '204')
  @Endpoint({
    id: 'deleteSession',
    summary: 'End a session',
    description: 'Ends one of your sessions. It stops working immediately.',
  })
  async delete(
    @CurrentSession() { id, account }: Session,
    @IdParam('sessionId', 'ses') sessionId: string,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const ended = await this.sessions.end(account.id, sessionId, actor);
    if (!ended) throw new Problem('not_found', { detail: `There is no session ${sessionId}.` });
    if (sessionId === id) clearSessionCookie(reply, this.configuration);
  }

  private answer(begun: BegunSession | FactorRequest, reply: FastifyReply): SignedInDto | FactorRequiredDto {
    if ('session' in begun) {
      setSessionCookie(reply, begun, this.configuration);
      return toSignedInDto(begun.session);
    }
    reply.status(200);
    return { factor_required: begun.factors, token: begun.token };
  }
}

function needsOneFactor(): Problem {
  return new Problem('invalid_parameter', {
    errors: [{ pointer: '/code', detail: 'Send either a code or a passkey.' }],
  });
}
