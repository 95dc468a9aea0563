import type { RateLimits } from '../../core/config/index.js';
import { MINUTE_MS } from '../../core/time/index.js';
import {
  type Consumption,
  type Cost,
  emptyConsumption,
  giveBackTo,
  isForgettable,
  recallUnits,
  takeFrom,
  utcDayOf,
} from './client-limits.js';
import type { ConsumptionHistory, RecentUnits } from './consumption-history.js';
import { LimitStorage, type Standing, type TakeResult } from './limit.storage.js';

/** Keeps each client's consumption in this process. A client that is idle for a UTC day is evicted. */
export class LocalLimitStorage extends LimitStorage {
  private readonly consumptions = new Map<string, Consumption>();
  /** Consumption from before the start, kept until the client's first request, which brings its limits. */
  private readonly recalled = new Map<string, RecentUnits>();
  private sweptUtcDay = 0;

  /** Restores what was consumed before the process started. */
  async restore(history: ConsumptionHistory, nowMs = Date.now()): Promise<void> {
    for (const recent of await history.recentUnits(new Date(nowMs))) {
      this.recalled.set(recent.holderId, recent);
      this.consumptions.set(recent.holderId, {
        ...emptyConsumption(),
        utcDay: utcDayOf(nowMs),
        unitsOfDay: recent.unitsOfDay,
      });
    }
  }

  /** Takes over the client's last consumption from another storage. */
  adopt(holderId: string, consumption: Consumption): void {
    this.consumptions.set(holderId, consumption);
    this.recalled.delete(holderId);
  }

  take(holderId: string, limits: RateLimits, cost: Cost, nowMs = Date.now()): TakeResult {
    this.sweepOnceADay(nowMs);
    const consumption = this.consumptionOf(holderId, limits, nowMs);
    const { admitted, violated, retryAfterSeconds } = takeFrom(consumption, limits, cost, nowMs);
    return { admitted, violated, retryAfterSeconds, consumption, nowMs, decidedBy: this };
  }

  giveBack(holderId: string, limits: RateLimits, cost: Cost, takenMs: number, nowMs = Date.now()): Standing {
    const consumption = this.consumptionOf(holderId, limits, nowMs);
    giveBackTo(consumption, limits, cost, takenMs);
    return { consumption, nowMs };
  }

  standingOf(holderId: string, limits: RateLimits, nowMs = Date.now()): Standing {
    return { consumption: this.consumptionOf(holderId, limits, nowMs), nowMs };
  }

  private consumptionOf(holderId: string, limits: RateLimits, nowMs: number): Consumption {
    let consumption = this.consumptions.get(holderId);
    if (!consumption) {
      consumption = emptyConsumption();
      this.consumptions.set(holderId, consumption);
    }
    if (this.recalled.size > 0) this.recall(holderId, consumption, limits, nowMs);
    return consumption;
  }

  /** Counts units at the end of their minute: too late rather than too early, so that limits are not exceeded. */
  private recall(holderId: string, consumption: Consumption, limits: RateLimits, nowMs: number): void {
    const minutes = this.recalled.get(holderId)?.minutes ?? [];
    this.recalled.delete(holderId);
    for (const { startMs, units } of minutes)
      recallUnits(consumption, limits, units, Math.min(startMs + MINUTE_MS, nowMs));
  }

  private sweepOnceADay(nowMs: number): void {
    const utcDay = utcDayOf(nowMs);
    if (utcDay === this.sweptUtcDay) return;
    this.sweptUtcDay = utcDay;
    for (const [holderId, consumption] of this.consumptions)
      if (isForgettable(consumption, nowMs)) this.consumptions.delete(holderId);
  }
}
