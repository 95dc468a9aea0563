import { hash, timingSafeEqual } from 'node:crypto';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { requestOf } from '../http/access/request-of.js';
import { inRanges } from '../common/address-range.js';
import { Problem } from '../http/problems/problem.js';
import { Configuration } from '../config/configuration.js';

const CHALLENGE = { 'www-authenticate': 'Bearer realm="metrics"' };
const isLoopback = inRanges(['127.0.0.0/8', '::1']);
/** What proxies add: whose request carries one of them is somewhere else. */
const FORWARDING = /^(forwarded|via|x-real-ip|x-client-ip|x-forwarded-.+|.+-connecting-ip)$/;
/** A page that made its own name lead to this machine asks by that name. */
const LOCAL_NAME = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i;

/**
 * The numbers are for this machine alone, or, once METRICS_TOKEN is set, for whoever has it. A request that a proxy
 * passed on is not of this machine, whether or not the proxy is trusted and whatever it says.
 */
@Injectable()
export class MetricsAccessGuard implements CanActivate {
  private readonly token: Buffer | undefined;

  constructor({ metricsToken }: Configuration) {
    this.token = metricsToken === undefined ? undefined : digestOf(metricsToken);
  }

  canActivate(context: ExecutionContext): true {
    const request = requestOf(context);
    if (this.token ? this.hasToken(request, this.token) : isOfThisMachine(request)) return true;
    throw this.token
      ? new Problem('unauthenticated', {
          detail: 'Send METRICS_TOKEN as "Authorization: Bearer <token>".',
          headers: CHALLENGE,
        })
      : new Problem('forbidden', {
          detail:
            'Metrics are only served to the machine itself. Set METRICS_TOKEN to read them from elsewhere.',
        });
  }

  private hasToken({ headers }: FastifyRequest, token: Buffer): boolean {
    const [, given] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
    return given !== undefined && timingSafeEqual(digestOf(given), token);
  }
}

function isOfThisMachine({ raw, headers }: FastifyRequest): boolean {
  return (
    isLoopback(raw.socket.remoteAddress ?? '') &&
    LOCAL_NAME.test(headers.host ?? '') &&
    !Object.keys(headers).some((name) => FORWARDING.test(name))
  );
}

/** Of one length, so that comparing takes the same time for all. */
function digestOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
