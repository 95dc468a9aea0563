import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { ModuleRef, Reflector } from '@nestjs/core';
import { ThrottlerGuard } from '@nestjs/throttler';
import type { FastifyRequest } from 'fastify';
import type { KeyOwner } from '../../api-keys/index.js';
import { Problem, requestOf } from '../../core/http/index.js';
import type { RateLimits } from '../../core/config/index.js';
import { type Cost, decide, type Decision, ONE_REFUSAL, ONE_REQUEST } from './client-limits.js';
import { LimitDecisionsService } from './limit-decisions.service.js';
import { LimitStorage, type Standing } from './limit.storage.js';
import {
  bothStates,
  type BothTaken,
  isLimited,
  judge,
  type Limited,
  peekAtBoth,
  takeBoth,
} from './organization-limits.js';
import { ORGANIZATION_PREFIX, stateText } from './rate-limit-headers.js';
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
    /** Of the module of the guarded controller. */
    @Inject(ModuleRef) private readonly module: ModuleRef,
    reflector: Reflector,
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
    const price = this.priceOf(context.getHandler());
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

  private priceOf(handler: object): Price {
    let price = this.prices.get(handler);
    if (!price) this.prices.set(handler, (price = priceOf(handler, this.module)));
    return price;
  }

  private async take(request: FastifyRequest, owner: KeyOwner, cost: Cost): Promise<true> {
    if (isLimited(owner)) return this.takeBoth(request, owner, cost);
    const result = await this.limits.take(owner.clientId, owner.rateLimits, cost);
    this.judge(request, owner, result, result);
    request.admission = { cost, takenMs: result.nowMs, takenFrom: result.takenFrom };
    return true;
  }

  /**
   * Throttles a request that is refused in any case, without taking its units, not even temporarily. The caller learns
   * its actual error once the cost fits or, for a cost that never fits, once a single unit does.
   *
   * @throws Problem quota_exceeded
   */
  private async checkFits(request: FastifyRequest, owner: KeyOwner, asked: Cost): Promise<void> {
    if (isLimited(owner)) {
      const standings = await peekAtBoth(this.limits, owner);
      const judged = { ...standings, ...judge(owner, standings, asked) };
      if (!judged.decision.admitted) this.judgeBoth(request, owner, judged);
      return;
    }
    const { clientId, rateLimits } = owner;
    const standing = await this.limits.standingOf(clientId, rateLimits);
    const decision = decide(standing.consumption, rateLimits, asked, standing.nowMs);
    if (!decision.admitted) this.judge(request, owner, standing, decision);
  }

  /** Decides for a client whose organization has limits, too. */
  private async takeBoth(request: FastifyRequest, owner: Limited, cost: Cost): Promise<true> {
    const taken = await takeBoth(this.limits, owner, cost);
    this.judgeBoth(request, owner, taken);
    request.admission = taken.admission;
    return true;
  }

  /** @throws Problem quota_exceeded */
  private judgeBoth(request: FastifyRequest, owner: Limited, taken: BothTaken): void {
    this.decisions.note(taken.decision);
    request.rateLimit = bothStates(owner, taken);
    if (!taken.decision.admitted) throw quotaExceeded(taken.decision, taken.policies);
  }

  /** @throws Problem quota_exceeded */
  private judge(
    request: FastifyRequest,
    { rateLimits }: KeyOwner,
    { consumption, nowMs }: Standing,
    decision: Decision,
  ): void {
    this.decisions.note(decision);
    request.rateLimit = stateText(rateLimits, consumption, nowMs);
    if (!decision.admitted) throw quotaExceeded(decision);
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

/** @param policies the refusing windows, as named in the headers; an organization's have its prefix */
function quotaExceeded(
  { violated, retryAfterSeconds }: Decision,
  policies: readonly string[] = violated,
): Problem {
  const names = policies
    .map((policy) => policy.replace(ORGANIZATION_PREFIX, 'organization and '))
    .join(' and ');
  return new Problem('quota_exceeded', {
    type: QUOTA_EXCEEDED,
    detail: `The client's quota per ${names} is used up. The next request succeeds in ${retryAfterSeconds} s.`,
    headers: { 'retry-after': String(retryAfterSeconds) },
    extensions: { 'violated-policies': policies },
  });
}
