import { Body, Controller, Delete, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toAccountDto } from '../accounts/account.types.js';
import { Public, RequiresSession } from '../common/access/access.decorator.js';
import { ApiProblems } from '../common/problems/api-problems.decorator.js';
import { Configuration } from '../config/configuration.js';
import { CurrentSession } from './current-session.decorator.js';
import { clearSessionCookie, setSessionCookie } from './session-cookie.js';
import { CreateSessionDto, SignedInDto, toSessionDto } from './session.dto.js';
import { Session } from './session.entity.js';
import { SessionsService } from './sessions.service.js';

@ApiTags('Sessions')
@Controller('v1/sessions')
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly configuration: Configuration,
  ) {}

  /** The answer sets the session cookie: `__Host-session` over https, `session` otherwise. */
  @Post()
  @Public()
  @ApiOperation({ operationId: 'createSession', summary: 'Sign in' })
  @ApiProblems(
    'invalid_parameter',
    'malformed_body',
    'invalid_credentials',
    'account_disabled',
    'cross_site_request',
    'payload_too_large',
    'unsupported_media_type',
    'too_many_attempts',
  )
  async create(
    @Body() { email, password }: CreateSessionDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInDto> {
    const visitor = { address: request.ip, userAgent: request.headers['user-agent'] };
    const { session, token } = await this.sessions.signIn(email, password, visitor);
    setSessionCookie(reply, token, session.expiresAt, this.configuration);
    reply.header('cache-control', 'no-store');
    return signedIn(session);
  }

  @Get('current')
  @RequiresSession()
  @ApiOperation({ operationId: 'getCurrentSession', summary: 'Read the own session and account' })
  current(@CurrentSession() session: Session): SignedInDto {
    return signedIn(session);
  }

  @Delete('current')
  @HttpCode(204)
  @RequiresSession()
  @ApiOperation({ operationId: 'deleteCurrentSession', summary: 'Sign out' })
  @ApiProblems('cross_site_request')
  async deleteCurrent(
    @CurrentSession() session: Session,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.sessions.end(session);
    clearSessionCookie(reply, this.configuration);
  }
}

function signedIn(session: Session): SignedInDto {
  return { session: toSessionDto(session), account: toAccountDto(session.account) };
}
