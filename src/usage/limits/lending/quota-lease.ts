import type { RateLimits } from '../../../config/configuration.js';
import {
  type Consumption,
  copyOf,
  type Cost,
  emptyConsumption,
  giveBackTo,
  spend,
} from '../client-limits.js';
import type { Standing } from '../limit.storage.js';
import type { Report } from './lease-messages.js';

/** Who asks less in a sweep's time is not worth two messages more. */
const ASKED_OFTEN = 4;

/** What a worker may admit of one client without asking, and what it knows of the client's windows. */
export class QuotaLease {
  /** As the primary last told it, and what was admitted here since: what others take meanwhile is missing. */
  readonly view: Consumption = emptyConsumption();
  private requestsLeft = 0;
  private unitsLeft = 0;
  /** There is more to be asked for below. */
  private requestsWanted = 0;
  private unitsWanted = 0;
  private uses: number[] = [];
  private refunds: number[] = [];
  private questions = 0;
  private questionsUnderWay = 0;
  private isUsed = false;
  isRenewing = false;

  constructor(private limitsLent: RateLimits) {}

  get limits(): RateLimits {
    return this.limitsLent;
  }

  get left(): Cost {
    return { requests: this.requestsLeft, units: this.unitsLeft };
  }

  get hasReport(): boolean {
    return this.uses.length + this.refunds.length > 0;
  }

  get runsLow(): boolean {
    return !this.isRenewing && (this.requestsLeft < this.requestsWanted || this.unitsLeft < this.unitsWanted);
  }

  get isAskedOften(): boolean {
    return this.questions > ASKED_OFTEN;
  }

  isFor({ second, minute, hour, day }: RateLimits): boolean {
    const own = this.limitsLent;
    return own.second === second && own.minute === minute && own.hour === hour && own.day === day;
  }

  /** Everything is given back before. */
  changeLimits(limits: RateLimits): void {
    this.limitsLent = limits;
  }

  /** @returns whether there was enough left */
  take({ requests, units }: Cost, nowMs: number): boolean {
    if (this.requestsLeft < requests || this.unitsLeft < units) return false;
    this.requestsLeft -= requests;
    this.unitsLeft -= units;
    this.isUsed = true;
    const last = this.uses.length - 3;
    // Moments never go back within one report.
    const atMs = last < 0 ? nowMs : Math.max(nowMs, this.uses[last]);
    if (last >= 0 && this.uses[last] === atMs) {
      this.uses[last + 1] += requests;
      this.uses[last + 2] += units;
    } else {
      this.uses.push(atMs, requests, units);
    }
    spend(this.view, this.limitsLent, { requests, units }, nowMs);
    return true;
  }

  /**
   * What was given back is the windows', not the lease's: they may have refilled since it was taken.
   * @returns whether the primary will ask about it
   */
  giveBack(cost: Cost, takenMs: number, nowMs: number): boolean {
    if (this.requestsLeft + this.unitsLeft + this.uses.length === 0) return false;
    this.refunds.push(nowMs, cost.requests, cost.units, takenMs);
    giveBackTo(this.view, this.limitsLent, cost, takenMs);
    return true;
  }

  /** What the primary does not know yet, which it is told now. */
  report(): Report {
    const { uses, refunds } = this;
    this.uses = [];
    this.refunds = [];
    return [uses, refunds];
  }

  /** All that is left, which the primary is told that it has again. */
  surrender(): Cost {
    const { left } = this;
    this.requestsLeft = this.requestsWanted = 0;
    this.unitsLeft = this.unitsWanted = 0;
    return left;
  }

  noteQuestion(): void {
    this.questions += 1;
    this.questionsUnderWay += 1;
  }

  noteAnswer(lent: Cost, { consumption }: Standing): void {
    this.questionsUnderWay -= 1;
    this.requestsLeft += lent.requests;
    this.unitsLeft += lent.units;
    this.requestsWanted = this.requestsLeft / 2;
    this.unitsWanted = this.unitsLeft / 2;
    Object.assign(this.view, copyOf(consumption));
    for (let i = 0; i < this.uses.length; i += 3) {
      const cost = { requests: this.uses[i + 1], units: this.uses[i + 2] };
      spend(this.view, this.limitsLent, cost, Math.max(this.uses[i], this.view.asOfMs));
    }
  }

  /** @returns whether nothing happened since the last time */
  beginPeriod(): boolean {
    const isIdle = !this.isUsed && this.questions === 0 && this.questionsUnderWay === 0;
    this.isUsed = false;
    this.questions = 0;
    return isIdle;
  }
}
