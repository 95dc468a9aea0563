import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { ACCESS, type Access } from '../common/access/access.decorator.js';
import { challenge, usesBasic } from '../common/access/basic-credentials.js';
import { Problem } from '../common/problems/problem.js';
import { Configuration } from '../config/configuration.js';
import { readSessionToken } from './session-cookie.js';
import type { Session } from './session.entity.js';
import { SessionsService } from './sessions.service.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the session guard. */
    session?: Session;
  }
}

/** Guards every route of the service: one that is neither public nor guarded by an API key asks for a live session. */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: SessionsService,
    private readonly configuration: Configuration,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (access === 'public' || access === 'api-key') return true;

    const request = context.switchToHttp().getRequest<FastifyRequest>();
    // The route's own guard checks the client's credentials.
    if (access === 'session-or-client' && usesBasic(request)) return true;

    const token = readSessionToken(request, this.configuration);
    const session = token === undefined ? null : await this.sessions.find(token);
    if (!session && access === 'public-or-session') return true;
    if (!session) throw new Problem('unauthenticated', { headers: challenge(request) });
    request.session = session;
    request.account = session.account;
    request.actor = { kind: 'account', accountId: session.account.id, clientId: null, sessionId: session.id };
    return true;
  }
}
