import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  ThrottlerGuard,
  type ThrottlerModuleOptions,
} from '@nestjs/throttler';
import type { FastifyRequest } from 'fastify';
import type { KeyOwner } from '../../api-keys/principal.types.js';
import { requestOf } from '../../common/access/request-of.js';
import { Problem } from '../../common/problems/problem.js';
import type { RateLimits } from '../../config/configuration.js';
import { type Cost, type Decision, ONE_REQUEST } from './client-limits.js';
import { LimitDecisions } from './limit-decisions.service.js';
import { type Admission, LimitStorage, type TakeResult } from './limit.storage.js';
import { stateText } from './rate-limit-headers.js';
import { type Price, priceOf } from './request-price.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the client's throttler when it admits: what the request took out of the windows, and when. */
    admission?: Admission;
    /** Set by the client's throttler: how the windows stand after its decision, as the header has it. */
    rateLimit?: string;
  }
}

const QUOTA_EXCEEDED = 'https://iana.org/assignments/http-problem-types#quota-exceeded';
/** A request that costs more units than a whole window has. */
interface TooLarge {
  units: number;
  price: Price;
}

/** Nest's guards may answer at once, though its throttler promises to promise: a promise costs each request a turn. */
const ADMITTED = true as unknown as Promise<boolean>;

/**
 * The throttler, keyed by client: all its keys, on all routes, share its windows. One decision over all windows takes
 * the place of Nest's one count after another, in which a refusal by a later window has already spent the earlier ones.
 */
@Injectable()
export class ClientThrottlerGuard extends ThrottlerGuard {
  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() private readonly limits: LimitStorage,
    private readonly decisions: LimitDecisions,
    reflector: Reflector,
  ) {
    super(options, limits, reflector);
  }

  override onModuleInit(): Promise<void> {
    return Promise.resolve();
  }

  override canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    const { principal } = request;
    if (!principal)
      throw new Error('The throttler is keyed by client, and needs the API key guard before it.');
    const price = priceOf(context.getHandler());
    const units = price.units(request);
    const tooLarge = exceedsAWindow(units, principal.rateLimits) ? { units, price } : undefined;
    // What never fits waits for no window: it is refused as what it is, once a single unit fits.
    const cost = units === 1 || tooLarge ? ONE_REQUEST : { requests: 1, units };
    const taken = this.limits.take(principal.clientId, principal.rateLimits, cost);
    if (taken instanceof Promise)
      return taken.then((result) => this.admit(request, principal, cost, result, tooLarge));
    this.admit(request, principal, cost, taken, tooLarge);
    return ADMITTED;
  }

  private admit(
    request: FastifyRequest,
    { rateLimits }: KeyOwner,
    cost: Cost,
    result: TakeResult,
    tooLarge: TooLarge | undefined,
  ): true {
    this.decisions.note(result);
    request.rateLimit = stateText(rateLimits, result.consumption, result.nowMs);
    if (!result.admitted) throw quotaExceeded(result);
    request.admission = { cost, takenMs: result.nowMs, takenFrom: result.takenFrom };
    if (tooLarge) throw neverFits(tooLarge, rateLimits);
    return true;
  }
}

function exceedsAWindow(units: number, { hour, day }: RateLimits): boolean {
  return (hour !== null && units > hour) || (day !== null && units > day);
}

function neverFits({ units, price }: TooLarge, { hour, day }: RateLimits): Problem {
  const most = Math.min(hour ?? Infinity, day ?? Infinity);
  const detail = `The answer costs ${units} units, more than the ${most} of the client's whole limit: ask for less at once.`;
  return new Problem('invalid_parameter', { errors: [{ ...price.place, detail }] });
}

function quotaExceeded({ violated, retryAfterSeconds }: Decision): Problem {
  return new Problem('quota_exceeded', {
    type: QUOTA_EXCEEDED,
    detail: `The client's quota for a ${violated.join(' and a ')} is spent. The next request succeeds in ${retryAfterSeconds} s.`,
    headers: { 'retry-after': String(retryAfterSeconds) },
    extensions: { 'violated-policies': violated },
  });
}
