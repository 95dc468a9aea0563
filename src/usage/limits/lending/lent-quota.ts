import type { RateLimits } from '../../../config/configuration.js';
import type { Peer } from '../../../workers/peer.types.js';
import {
  type Consumption,
  copyOf,
  type Cost,
  fits,
  giveBackTo,
  remainingOf,
  spend,
  type Window,
} from '../client-limits.js';
import type { Report } from './lease-messages.js';

/** Leases are this part of what is left, so that there is some for each worker, and little is lost with one. */
const SHARE = 8;
/** A smaller lease saves too few messages. */
const SMALLEST_LEASE = 16;
const LARGEST_LEASE = 1_000;
/** Workers report more often; what comes later counts as if it had been used later, so that never too much passes. */
const REPORTED_WITHIN_MS = 2_000;
const NOTHING: Cost = { requests: 0, units: 0 };

/** What was taken at a moment or, where it has another moment at which it was taken, given back. */
interface Event {
  atMs: number;
  cost: Cost;
  limits: RateLimits;
  takenMs?: number;
}

interface Loan {
  requests: number;
  units: number;
  limits: RateLimits;
}

/**
 * What workers hold of one client's windows. What is lent fits into every window together with all that was consumed,
 * and keeps its place there until it is used or returned: used at whatever moment, it never makes too much. Workers
 * report when they used it; what was consumed lately is reckoned again in the order of time, as one process would have.
 */
export class LentQuota {
  private readonly loans = new Map<Peer, Loan>();
  /** As consumption stood before the events. */
  private readonly base: Consumption;
  private events: Event[] = [];
  /** Neither used, as far as is known, nor returned. */
  private requestsHeld = 0;
  private unitsHeld = 0;

  constructor(consumption: Consumption) {
    this.base = copyOf(consumption);
  }

  get holders(): readonly Peer[] {
    return [...this.loans.keys()];
  }

  get isHeld(): boolean {
    return this.loans.size > 0;
  }

  /** The cost together with all that is lent. */
  withHeld({ requests, units }: Cost): Cost {
    return { requests: requests + this.requestsHeld, units: units + this.unitsHeld };
  }

  /** Takes a request out of all windows, where it fits beside what is lent. */
  take(consumption: Consumption, limits: RateLimits, cost: Cost, nowMs: number): boolean {
    if (!fits(consumption, limits, this.withHeld(cost), nowMs)) return false;
    this.note(consumption, [{ atMs: nowMs, cost, limits }], nowMs);
    return true;
  }

  giveBack(
    consumption: Consumption,
    limits: RateLimits,
    { cost, takenMs }: { cost: Cost; takenMs: number },
    nowMs: number,
  ): void {
    this.note(consumption, [{ atMs: nowMs, cost, limits, takenMs }], nowMs);
  }

  /** What a worker may have in addition, which is nothing where little is left. */
  lend(consumption: Consumption, limits: RateLimits, peer: Peer, nowMs: number): Cost {
    const own = this.loans.get(peer) ?? NOTHING;
    const left = (window: Window) => leftOf(consumption, window, limits[window], nowMs);
    const requestsLeft = Math.min(left('second'), left('minute')) - this.requestsHeld;
    const unitsLeft = Math.min(left('hour'), left('day')) - this.unitsHeld;
    const requests = leaseOf(requestsLeft + own.requests);
    const units = leaseOf(unitsLeft + own.units);
    if (requests === 0 || units === 0) return NOTHING;
    const lent = { requests: Math.max(0, requests - own.requests), units: Math.max(0, units - own.units) };
    if (lent.requests + lent.units > 0) this.change(peer, lent, limits, 1);
    return lent;
  }

  /** What a worker did with its lease, each at its moment. */
  report(
    consumption: Consumption,
    limits: RateLimits,
    peer: Peer,
    [uses, refunds]: Report,
    nowMs: number,
  ): void {
    // Those of a process that is gone are counted already.
    if (uses.length + refunds.length === 0 || !this.loans.has(peer)) return;
    const events: Event[] = [];
    for (let i = 0; i < uses.length; i += 3) {
      const cost = { requests: uses[i + 1], units: uses[i + 2] };
      events.push({ atMs: Math.min(uses[i], nowMs), cost, limits });
      this.change(peer, cost, limits, -1);
    }
    for (let i = 0; i < refunds.length; i += 4) {
      const cost = { requests: refunds[i + 1], units: refunds[i + 2] };
      events.push({ atMs: Math.min(refunds[i], nowMs), cost, limits, takenMs: refunds[i + 3] });
    }
    if (refunds.length > 0) events.sort(byTime);
    this.note(consumption, events, nowMs);
  }

  takeBack(peer: Peer, cost: Cost): void {
    const loan = this.loans.get(peer);
    if (loan) this.change(peer, cost, loan.limits, -1);
  }

  /** Whatever a process that is gone held counts as used. */
  loseLoanOf(peer: Peer, consumptionWith: (limits: RateLimits) => Consumption, nowMs: number): void {
    const loan = this.loans.get(peer);
    if (!loan) return;
    const { limits, ...cost } = loan;
    this.change(peer, cost, limits, -1);
    this.note(consumptionWith(limits), [{ atMs: nowMs, cost, limits }], nowMs);
  }

  private change(peer: Peer, { requests, units }: Cost, limits: RateLimits, sign: 1 | -1): void {
    const loan = this.loans.get(peer) ?? { ...NOTHING, limits };
    const [allRequests, allUnits] = [loan.requests + sign * requests, loan.units + sign * units];
    this.requestsHeld += allRequests - loan.requests;
    this.unitsHeld += allUnits - loan.units;
    if (allRequests === 0 && allUnits === 0) this.loans.delete(peer);
    else this.loans.set(peer, { requests: allRequests, units: allUnits, limits });
  }

  private note(consumption: Consumption, events: readonly Event[], nowMs: number): void {
    this.turnBack(consumption, nowMs);
    const last = this.events.at(-1);
    const isNewest = !last || byTime(last, events[0]) <= 0;
    this.events.push(...events);
    if (isNewest) {
      for (const event of events) apply(consumption, event);
    } else {
      this.events.sort(byTime);
      Object.assign(consumption, copyOf(this.base));
      for (const event of this.events) apply(consumption, event);
    }
    this.foldUntil(nowMs - REPORTED_WITHIN_MS);
  }

  /** What nothing that is reported can precede any more is not reckoned again. */
  private foldUntil(untilMs: number): void {
    let folded = 0;
    while (folded < this.events.length && this.events[folded].atMs < untilMs)
      apply(this.base, this.events[folded++]);
    if (folded > 0) this.events = this.events.slice(folded);
  }

  /** After a clock that was set back time passes from where it is. */
  private turnBack(consumption: Consumption, nowMs: number): void {
    if (consumption.asOfMs <= nowMs) return;
    consumption.asOfMs = nowMs;
    this.base.asOfMs = Math.min(this.base.asOfMs, nowMs);
    for (const event of this.events) event.atMs = Math.min(event.atMs, nowMs);
  }
}

/** In one millisecond as is worst for the client: a refund is worth nothing to windows that are whole. */
function byTime(one: Event, other: Event): number {
  return one.atMs - other.atMs || rankOf(one) - rankOf(other);
}

function rankOf({ atMs, takenMs }: Event): number {
  if (takenMs === undefined) return 1;
  return takenMs < atMs ? 0 : 2;
}

function apply(consumption: Consumption, { atMs, cost, limits, takenMs }: Event): void {
  if (takenMs === undefined) spend(consumption, limits, cost, Math.max(atMs, consumption.asOfMs));
  else giveBackTo(consumption, limits, cost, takenMs);
}

function leftOf(consumption: Consumption, window: Window, limit: number | null, nowMs: number): number {
  return limit === null ? Infinity : remainingOf(consumption, window, limit, nowMs);
}

function leaseOf(left: number): number {
  const lease = Math.min(LARGEST_LEASE, Math.floor(left / SHARE));
  return lease < SMALLEST_LEASE ? 0 : lease;
}
