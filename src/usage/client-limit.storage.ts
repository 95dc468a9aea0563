import type { ThrottlerStorage } from '@nestjs/throttler';
import type { RateLimits } from '../config/configuration.js';
import {
  type Consumption,
  type Cost,
  type Decision,
  emptyConsumption,
  giveBackTo,
  statesOf,
  takeFrom,
  untilWholeMs,
  type WindowState,
} from './client-limits.js';

const DAY_MS = 86_400_000;
const SLIDING_WINDOWS = ['second', 'minute', 'hour'] as const;

/** What each client has consumed, in this process. A client that is idle for a UTC day is forgotten. */
export class ClientLimitStorage implements ThrottlerStorage {
  private readonly consumptions = new Map<string, Consumption>();
  private sweptUtcDay = 0;

  /** Takes a request out of all of a client's windows, or out of none. */
  take(clientId: string, limits: RateLimits, cost: Cost, nowMs = Date.now()): Decision {
    this.sweepOnceADay(nowMs);
    let consumption = this.consumptions.get(clientId);
    if (!consumption) {
      consumption = emptyConsumption();
      this.consumptions.set(clientId, consumption);
    }
    return takeFrom(consumption, limits, cost, nowMs);
  }

  /** Puts back what a request took at `takenMs`, and answers how the windows stand then. */
  giveBack(
    clientId: string,
    limits: RateLimits,
    cost: Cost,
    takenMs: number,
    nowMs = Date.now(),
  ): WindowState[] {
    const consumption = this.consumptions.get(clientId) ?? emptyConsumption();
    giveBackTo(consumption, limits, cost, takenMs);
    return statesOf(consumption, limits, nowMs);
  }

  /** Nest's interface for one window; only a window of a second, a minute or an hour has a counterpart here. */
  increment(key: string, ttlMs: number, limit: number): ReturnType<ThrottlerStorage['increment']> {
    const window = ({ 1_000: 'second', 60_000: 'minute', 3_600_000: 'hour' } as const)[ttlMs];
    if (!window) return Promise.reject(new Error(`There is no window of ${ttlMs} ms.`));
    const limits = { second: null, minute: null, hour: null, day: null, [window]: limit };
    const { admitted, windows, retryAfterSeconds } = this.take(key, limits, { requests: 1, units: 1 });
    return Promise.resolve({
      totalHits: limit - windows[0].remaining,
      timeToExpire: windows[0].resetSeconds,
      isBlocked: !admitted,
      timeToBlockExpire: retryAfterSeconds,
    });
  }

  private sweepOnceADay(nowMs: number): void {
    const utcDay = Math.floor(nowMs / DAY_MS);
    if (utcDay === this.sweptUtcDay) return;
    this.sweptUtcDay = utcDay;
    for (const [clientId, consumption] of this.consumptions) {
      const isWhole = SLIDING_WINDOWS.every((window) => untilWholeMs(consumption, window, nowMs) === 0);
      if (isWhole && consumption.utcDay < utcDay) this.consumptions.delete(clientId);
    }
  }
}
