import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import {
  type Access,
  Problem,
  accessOf,
  challenge,
  isOpenWithinOrganization,
  requestOf,
  tokenScopeOf,
  usesAccountToken,
  usesBasic,
  usesBearer,
} from '../../core/http/index.js';
import { TokenAuthenticatorService } from '../tokens/token-authenticator.service.js';
import { Configuration } from '../../core/config/index.js';
import { readSessionToken } from './session.cookie.js';
import { SessionsService } from './sessions.service.js';

/**
 * Guards every route of the service. Routes that are neither public nor guarded by an API key require a live session
 * or, instead, an account's token.
 */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly sessions: SessionsService,
    private readonly tokens: TokenAuthenticatorService,
    private readonly configuration: Configuration,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const access = accessOf(context);
    if (access === 'public' || access === 'api-key') return true;
    const request = requestOf(context);
    const scope = tokenScopeOf(context.getHandler(), context.getClass());
    const ignoresTokens = access === 'public-or-session' && scope === undefined;
    if (ignoresTokens || !usesAccountToken(request)) return this.findSession(context, access);
    if (readSessionToken(request, this.configuration) !== undefined)
      throw new Problem('ambiguous_credentials');
    return this.tokens.authenticate(request, scope).then(() => true);
  }

  private async findSession(context: ExecutionContext, access: Access | undefined): Promise<boolean> {
    const request = requestOf(context);
    // The route's own guard checks the client's credentials.
    if (access === 'session-or-client' && (usesBasic(request) || usesBearer(request))) return true;

    const token = readSessionToken(request, this.configuration);
    const session = token === undefined ? null : await this.sessions.find(token);
    const isClosed = session?.organizationId !== undefined && !isOpenWithinOrganization(context);
    if ((!session || isClosed) && access === 'public-or-session') return true;
    if (!session) throw new Problem('unauthenticated', { headers: challenge(request) });
    if (isClosed) throw new Problem('session_confined');
    // eslint-disable-next-line features/own-entities -- It is the request's, and not stored.
    session.account.confinedTo = session.organizationId;
    request.session = session;
    request.account = session.account;
    request.actor = {
      kind: 'account',
      accountId: session.account.id,
      clientId: null,
      sessionId: session.id,
      signedInAt: session.authenticatedAt ?? undefined,
    };
    return true;
  }
}
