import { Controller, Get, HttpCode, Param, Query, Req, Res } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Configuration } from '../../core/config/index.js';
import {
  type Actor,
  AllowsSession,
  ApiResponseHeaders,
  CurrentActor,
  Endpoint,
  Problem,
  ReadsQuery,
  UNREADABLE_PATH,
  WithinOrganization,
} from '../../core/http/index.js';
import { type FactorRequest, SET_COOKIE, setSessionCookie } from '../../accounts/index.js';
import { IdentityProvidersService } from './identity-providers.service.js';
import { clearSignInCookie, readSignInCookie, setSignInCookie } from './sign-in.cookie.js';
import type { OpenIdProvider } from './openid-provider.js';
import { SignInFailure } from './sign-in-failure.js';
import { StartSingleSignOnDto } from './single-sign-on.dto.js';
import { SingleSignOnService } from './single-sign-on.service.js';

const PROVIDER = {
  name: 'provider',
  description: 'The ID of an identity provider, or of an organization that has one.',
  example: 'oidc',
};

const REDIRECT_HEADERS = {
  ...SET_COOKIE,
  Location: {
    description: 'Where the browser goes on.',
    required: true,
    example: 'https://login.example.com/authorize?client_id=weather&response_type=code',
  },
};

/** Browsers navigate here, so failures lead to a page that explains them. */
@ApiTags('Sessions')
@WithinOrganization()
@Controller('v1/sessions/oidc')
export class SingleSignOnController {
  constructor(
    private readonly providers: IdentityProvidersService,
    private readonly singleSignOn: SingleSignOnService,
    private readonly configuration: Configuration,
  ) {}

  @Get(':provider')
  @AllowsSession()
  @HttpCode(303)
  @ApiResponseHeaders(REDIRECT_HEADERS, '303')
  @ApiParam(PROVIDER)
  @Endpoint({
    id: 'startSingleSignOn',
    summary: 'Sign in with an identity provider',
    description:
      'Sends the browser to the identity provider, which sends it back to this service. If the identity provider is unavailable, redirects to the sign-in page with an error, or to the account page if you are signed in.',
    problems: [
      'cross_site_request',
      'service_unavailable',
      { not_found: 'There is no such identity provider.' },
    ],
  })
  async start(
    @Param('provider') providerId: string,
    @Query() { next = '/', fresh }: StartSingleSignOnDto,
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const provider = await this.providers.get(providerId);
    if (!isVisited(request, provider)) throw new Problem('cross_site_request');
    await this.lead(request, reply, async () => {
      const wish = { next, isAnew: fresh === 'true', sessionId: null };
      const { url, token } = await this.singleSignOn.begin(provider, wish, actor);
      setSignInCookie(reply, token, this.configuration);
      return url;
    });
  }

  // Providers add parameters of their own, which RFC 6749 (section 4.1.2) says to ignore.
  @Get(':provider/callback')
  @AllowsSession()
  @ReadsQuery()
  @HttpCode(303)
  @ApiResponseHeaders(REDIRECT_HEADERS, '303')
  @ApiParam(PROVIDER)
  @Endpoint({
    id: 'finishSingleSignOn',
    summary: 'Return from an identity provider',
    description:
      'The redirect URI to register with the identity provider. Sets the session cookie and goes to the dashboard, or to the page that says what failed.',
    problems: [
      'service_unavailable',
      { invalid_parameter: UNREADABLE_PATH.detail, not_found: 'There is no such identity provider.' },
    ],
  })
  async finish(
    @Param('provider') providerId: string,
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const provider = await this.providers.get(providerId);
    const token = readSignInCookie(request, this.configuration);
    clearSignInCookie(reply, this.configuration);
    await this.lead(request, reply, async () => {
      const query = new URL(request.url, this.configuration.publicUrl).search;
      const arrival = { token, query, session: request.session };
      const { next, begun } = await this.singleSignOn.finish(provider, arrival, actor);
      if (begun && 'factors' in begun) return factorPage(begun, next);
      if (begun) setSessionCookie(reply, begun, this.configuration);
      return next;
    });
  }

  /**
   * Redirects to where the sign-in continues or, if it fails, to the page that says why: the account page if somebody
   * is signed in.
   */
  private async lead(
    { session, params, log }: FastifyRequest,
    reply: FastifyReply,
    whereTo: () => Promise<string>,
  ): Promise<void> {
    const location = await whereTo().catch((error: unknown) => {
      const reason = reasonOf(error);
      if (reason === undefined) throw error;
      const { message, cause } = error as Error;
      const why = { reason, why: message, err: cause };
      log.warn({ ...(params as object), ...why }, 'A sign-in with an identity provider failed');
      return `${session ? '/account' : '/login'}?problem=${reason}`;
    });
    reply.header('location', location).header('cache-control', 'no-store');
  }
}

/**
 * Returns whether a person navigates here: with images and frames, a page could use up the attempts of a whole network.
 * An organization's provider must be entered from a page of this service: with a link in a message, or on another host
 * of the same site, anybody could sign others in to an account of theirs.
 */
function isVisited({ headers }: FastifyRequest, { settings }: OpenIdProvider): boolean {
  const { 'sec-fetch-dest': target = 'document', 'sec-fetch-site': site = 'same-origin' } = headers;
  return target === 'document' && (settings.organizationId === undefined || site === 'same-origin');
}

/** Passes the token in the fragment, which no server sees. */
function factorPage({ token }: FactorRequest, next: string): string {
  return `/login?${new URLSearchParams({ next }).toString()}#token=${token}`;
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof SignInFailure) return error.reason;
  return error instanceof Problem && error.code !== 'service_unavailable' ? error.code : undefined;
}
