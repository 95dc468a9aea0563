import { Controller, Get, Headers, Redirect, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  type Actor,
  ApiProblems,
  Configuration,
  CurrentActor,
  IdentitiesService,
  Public,
  SessionsService,
  setSessionCookie,
} from 'weather-forecast-service';
import { CompanyAssertions } from './company-assertions.js';

@ApiTags('Sessions')
@Controller('v1/sessions/company')
export class CompanySignInController {
  constructor(
    private readonly assertions: CompanyAssertions,
    private readonly identities: IdentitiesService,
    private readonly sessions: SessionsService,
    private readonly configuration: Configuration,
  ) {}

  @Get()
  @Public()
  @Redirect('/', 303)
  @ApiSecurity('companyAssertion')
  @ApiOperation({ operationId: 'signInWithCompany', summary: 'Sign in through the company' })
  @ApiResponse({ status: 303 })
  @ApiProblems('unauthenticated', 'forbidden', 'account_disabled', 'email_taken')
  async signIn(
    @Headers('x-company-assertion') assertion: string | undefined,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const account = await this.identities.accountOf(await this.assertions.read(assertion), actor);
    const session = await this.sessions.begin(account, 'company', actor);
    setSessionCookie(reply, session, this.configuration);
  }
}
