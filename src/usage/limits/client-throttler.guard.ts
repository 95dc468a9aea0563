import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { ModuleRef, Reflector } from '@nestjs/core';
import { ThrottlerGuard } from '@nestjs/throttler';
import type { FastifyRequest } from 'fastify';
import type { KeyOwner } from '../../api-keys/index.js';
import { Problem, requestOf } from '../../core/http/index.js';
import type { RateLimits } from '../../core/config/index.js';
import { type Cost, ONE_REFUSAL, ONE_REQUEST } from './client-limits.js';
import { LimitDecisionsService } from './limit-decisions.service.js';
import { LimitStorage } from './limit.storage.js';
import { holdersOf, judge, type Judged, type LimitHolder, peek, statesText, take } from './limit-holders.js';
import { type Price, priceOf } from './request-price.js';

const QUOTA_EXCEEDED = 'https://iana.org/assignments/http-problem-types#quota-exceeded';

/** A request that costs more units than a whole window has. */
interface TooLarge {
  units: number;
  price: Price;
}

/**
 * The throttler, keyed by client: all its keys, on all routes, share its windows. Decides over all windows at once.
 * Nest's throttler counts one window after another, so a refusal by a later one would already have spent the earlier
 * ones.
 */
@Injectable()
export class ClientThrottlerGuard extends ThrottlerGuard {
  /** By handler. */
  private readonly prices = new Map<object, Price>();

  constructor(
    // Declared, since the throttler's own tokens are inherited, and may be those of a feature's `ThrottlerModule`.
    @Inject(LimitStorage) private readonly limits: LimitStorage,
    @Inject(LimitDecisionsService) private readonly decisions: LimitDecisionsService,
    reflector: Reflector,
    /** Of the module of the guarded controller. */
    @Inject(ModuleRef) private readonly module: ModuleRef,
  ) {
    super([], limits, reflector);
  }

  override onModuleInit(): Promise<void> {
    return Promise.resolve();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    const { principal } = request;
    if (!principal)
      throw new Error('The throttler is keyed by client, and needs the API key guard before it.');
    const price = this.priceOf(context);
    const units = price.units(request);
    const cost = units === 1 ? ONE_REQUEST : { requests: 1, units };
    const tooLarge = isTooLarge(units, principal);
    if (!tooLarge && !price.isFaulty?.(request)) return this.take(request, principal, cost);
    await this.checkFits(request, principal, tooLarge ? ONE_REQUEST : cost);
    await this.takeRefusal(request, principal);
    if (tooLarge) throw neverFits({ units, price }, principal);
    return true;
  }

  /** Takes what a refusal costs, for a key that may not do what it asks. @throws Problem quota_exceeded */
  takeRefusal(request: FastifyRequest, owner: KeyOwner): Promise<true> {
    return this.take(request, owner, ONE_REFUSAL);
  }

  private priceOf(context: ExecutionContext): Price {
    const handler = context.getHandler();
    let price = this.prices.get(handler);
    if (!price) this.prices.set(handler, (price = priceOf(handler, context.getClass(), this.module)));
    return price;
  }

  private async take(request: FastifyRequest, owner: KeyOwner, cost: Cost): Promise<true> {
    const holders = holdersOf(owner);
    const taken = await take(this.limits, holders, cost);
    this.report(request, holders, taken);
    request.admission = taken.admission;
    return true;
  }

  /**
   * Throttles a request that is refused in any case, without taking its units, not even temporarily. The caller learns
   * its actual error once the cost fits or, for a cost that never fits, once a single unit does.
   *
   * @throws Problem quota_exceeded
   */
  private async checkFits(request: FastifyRequest, owner: KeyOwner, asked: Cost): Promise<void> {
    const holders = holdersOf(owner);
    const judged = judge(holders, await peek(this.limits, holders), asked);
    if (!judged.decision.admitted) this.report(request, holders, judged);
  }

  /** @throws Problem quota_exceeded */
  private report(request: FastifyRequest, holders: readonly LimitHolder[], judged: Judged): void {
    this.decisions.note(judged.decision);
    request.rateLimit = statesText(holders, judged.standings);
    if (!judged.decision.admitted) throw quotaExceeded(judged);
  }
}

function isTooLarge(units: number, { rateLimits, organizationLimits }: KeyOwner): boolean {
  return (
    exceedsAWindow(units, rateLimits) ||
    (organizationLimits !== undefined && exceedsAWindow(units, organizationLimits))
  );
}

function exceedsAWindow(units: number, { hour, day }: RateLimits): boolean {
  return (hour !== null && units > hour) || (day !== null && units > day);
}

function neverFits({ units, price }: TooLarge, { rateLimits, organizationLimits }: KeyOwner): Problem {
  const [own, shared] = [rateLimits, organizationLimits].map((limits) =>
    Math.min(limits?.hour ?? Infinity, limits?.day ?? Infinity),
  );
  const whose = shared < own ? 'organization' : 'client';
  const detail = `The request costs ${units} units, more than the ${Math.min(own, shared)} of the ${whose}'s whole limit. Request less at a time.`;
  return new Problem('invalid_parameter', { errors: [{ ...price.place, detail }] });
}

function quotaExceeded({ decision: { retryAfterSeconds }, policies }: Judged): Problem {
  const names = policies.map((policy) => policy.replace('-', ' and ')).join(' and ');
  return new Problem('quota_exceeded', {
    type: QUOTA_EXCEEDED,
    detail: `The client's quota per ${names} is used up. The next request succeeds in ${retryAfterSeconds} s.`,
    headers: { 'retry-after': String(retryAfterSeconds) },
    extensions: { 'violated-policies': policies },
  });
}
