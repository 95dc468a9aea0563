import { hash, timingSafeEqual } from 'node:crypto';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { requestOf } from '../http/access/request-of.js';
import { inRanges } from '../network/address-range.js';
import { Problem } from '../http/problems/problem.js';
import { Configuration } from '../config/configuration.js';

const CHALLENGE = { 'www-authenticate': 'Bearer realm="metrics"' };
const isLoopback = inRanges(['127.0.0.0/8', '::1']);
/** Headers that proxies add: a request with one of them comes from another machine. */
const FORWARDING = /^(forwarded|via|x-real-ip|x-client-ip|x-forwarded-.+|.+-connecting-ip)$/;
/** Guards against DNS rebinding: a web page whose name resolves to this machine sends that name as `Host`. */
const LOCAL_NAME = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i;

/**
 * Allows requests from this machine only or, if METRICS_TOKEN is set, only requests that send it. A request forwarded
 * by a proxy doesn't count as local, whether or not the proxy is trusted and whatever its headers say.
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

/** Hashes the token to a fixed length, so that the comparison takes constant time. */
function digestOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
