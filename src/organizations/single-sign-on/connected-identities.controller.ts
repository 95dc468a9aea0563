import { Body, Controller, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Configuration } from '../../core/config/index.js';
import {
  type Actor,
  ApiResponseHeaders,
  CurrentActor,
  Endpoint,
  Problem,
  RequiresSession,
  requireFreshSignIn,
} from '../../core/http/index.js';
import { OrganizationAccessService } from '../organization-access.service.js';
import { CurrentSession, SET_COOKIE, Session } from '../../accounts/index.js';
import { IdentityProvidersService, noSuchProvider } from './identity-providers.service.js';
import { setSignInCookie } from './sign-in.cookie.js';
import { SignInFailure } from './sign-in-failure.js';
import { ConnectIdentityDto, IdentityConnectionDto } from './single-sign-on.dto.js';
import { SingleSignOnService } from './single-sign-on.service.js';

@ApiTags('Accounts')
@Controller('v1/accounts/me/identities')
export class ConnectedIdentitiesController {
  constructor(
    private readonly providers: IdentityProvidersService,
    private readonly access: OrganizationAccessService,
    private readonly singleSignOn: SingleSignOnService,
    private readonly configuration: Configuration,
  ) {}

  // By POST, so that no other site can connect an account to an identity that it chose.
  @Post()
  @RequiresSession()
  @ApiResponseHeaders(SET_COOKIE, '201')
  @Endpoint({
    id: 'connectIdentity',
    summary: 'Connect an identity provider',
    description:
      'Returns the URL to sign in with the identity provider. Afterwards you can use it to sign in to your account. You must have signed in within the last 10 minutes.',
    problems: [
      'factor_required',
      'session_confined',
      'fresh_sign_in_required',
      'sign_in_unavailable',
      { not_found: 'There is no such identity provider.' },
    ],
  })
  async connect(
    @Body() { provider: id }: ConnectIdentityDto,
    @CurrentSession() session: Session,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<IdentityConnectionDto> {
    const provider = await this.providers.get(id);
    const { organizationId } = provider.settings;
    if (organizationId !== undefined) {
      const standing = (await this.access.standingsOf(session.account)).get(organizationId);
      if (!standing) throw noSuchProvider();
      if (standing.lacksFactor) throw new Problem('factor_required');
    }
    requireFreshSignIn(actor);
    const wish = { next: '/account', isAnew: false, sessionId: session.id };
    const { url, token } = await this.singleSignOn.begin(provider, wish, actor).catch((error: unknown) => {
      if (!(error instanceof SignInFailure)) throw error;
      throw new Problem('sign_in_unavailable', {
        detail: "The identity provider doesn't respond. Try again later.",
        headers: { 'retry-after': '60' },
        cause: error.cause,
      });
    });
    setSignInCookie(reply, token, this.configuration);
    reply.header('cache-control', 'no-store');
    return { url };
  }
}
