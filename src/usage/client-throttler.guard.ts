import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  ThrottlerGuard,
  type ThrottlerModuleOptions,
} from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../common/problems/problem.js';
import { ClientLimitStorage } from './client-limit.storage.js';
import { type Decision } from './client-limits.js';
import { writeRateLimitHeaders } from './rate-limit-headers.js';

const QUOTA_EXCEEDED = 'https://iana.org/assignments/http-problem-types#quota-exceeded';
const ONE_REQUEST = { requests: 1, units: 1 };

/**
 * The throttler, keyed by client: all its keys, on all routes, share its windows. One decision over all windows takes
 * the place of Nest's one count after another, in which a refusal by a later window has already spent the earlier ones.
 */
@Injectable()
export class ClientThrottlerGuard extends ThrottlerGuard {
  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() private readonly limits: ClientLimitStorage,
    reflector: Reflector,
  ) {
    super(options, limits, reflector);
  }

  override onModuleInit(): Promise<void> {
    return Promise.resolve();
  }

  override canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { principal } = request;
    if (!principal)
      throw new Error('The throttler is keyed by client, and needs the API key guard before it.');
    const takenMs = Date.now();
    const decision = this.limits.take(principal.clientId, principal.rateLimits, ONE_REQUEST, takenMs);
    writeRateLimitHeaders(context.switchToHttp().getResponse<FastifyReply>(), decision.windows);
    if (!decision.admitted) throw quotaExceeded(decision);
    request.admission = { cost: ONE_REQUEST, takenMs };
    return Promise.resolve(true);
  }
}

function quotaExceeded({ violated, retryAfterSeconds }: Decision): Problem {
  return new Problem('quota_exceeded', {
    type: QUOTA_EXCEEDED,
    detail: `The client's quota for a ${violated.join(' and a ')} is spent. The next request succeeds in ${retryAfterSeconds} s.`,
    headers: { 'retry-after': String(retryAfterSeconds) },
    extensions: { 'violated-policies': violated },
  });
}
