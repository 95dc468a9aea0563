import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Configuration } from '../../config/configuration.js';
import { Problem } from '../problems/problem.js';
import { accessOf } from './access.decorator.js';
import { usesAccountToken } from './authorization.js';
import { requestOf } from './request-of.js';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses changes that another site's page makes with the visitor's cookie. Fetch Metadata decides, or `Origin` for a
 * browser that doesn't send it; programs send neither and pass. Routes with an API key accept no cookie and need no
 * guard. Neither does a request with a personal access token: another site's page doesn't have the token, and a request
 * with both a token and a cookie is refused.
 */
@Injectable()
export class CrossSiteGuard implements CanActivate {
  private readonly publicOrigin: string;

  constructor(configuration: Configuration) {
    this.publicOrigin = new URL(configuration.publicUrl).origin;
  }

  canActivate(context: ExecutionContext): boolean {
    const request = requestOf(context);
    const access = accessOf(context);
    const isPublic = access === 'public' || access === 'public-or-session';
    if (access === 'api-key' || (!isPublic && usesAccountToken(request))) return true;
    if (SAFE_METHODS.has(request.method) || this.isSameSite(request)) return true;
    throw new Problem('cross_site_request');
  }

  private isSameSite({ headers }: FastifyRequest): boolean {
    const site = headers['sec-fetch-site'];
    if (site !== undefined) return site === 'same-origin' || site === 'none';
    const { origin, host } = headers;
    if (origin === undefined || origin === this.publicOrigin) return true;
    return URL.canParse(origin) && new URL(origin).host === host;
  }
}
