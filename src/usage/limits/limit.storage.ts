import type { ThrottlerStorage } from '@nestjs/throttler';
import type { RateLimits } from '../../core/config/index.js';
import type { Consumption, Cost, Decision } from './client-limits.js';

/** A holder's consumption at a moment. */
export interface Standing {
  readonly consumption: Consumption;
  readonly nowMs: number;
}

export interface TakeResult extends Decision, Standing {
  /** The storage that decided, which may differ from the one that was called. */
  readonly decidedBy: LimitStorage;
}

/** What a request took, for giving it back. */
export interface Admission {
  readonly cost: Cost;
  /** When, and from which storage, in the order of the holders. */
  readonly taken: readonly Pick<TakeResult, 'nowMs' | 'decidedBy'>[];
}

/**
 * Keeps the consumption of each client, and of each organization with limits of its own, by ID. A local storage returns
 * results directly, a remote one returns promises.
 */
export abstract class LimitStorage implements ThrottlerStorage {
  /** Whether a storage of this process alone currently stands in for this one. */
  isLost(): boolean {
    return false;
  }

  /** Takes a request out of all windows of the holder, or out of none. */
  abstract take(holderId: string, limits: RateLimits, cost: Cost): TakeResult | Promise<TakeResult>;

  /** Gives back what a request took. Returns the standing after that. */
  abstract giveBack(
    holderId: string,
    limits: RateLimits,
    cost: Cost,
    takenMs: number,
  ): Standing | Promise<Standing>;

  abstract standingOf(holderId: string, limits: RateLimits): Standing | Promise<Standing>;

  /** Nest's interface for one window. Unused, since the guard decides over all windows at once. */
  increment(): ReturnType<ThrottlerStorage['increment']> {
    return Promise.reject(new Error('Requests are taken out of all windows together.'));
  }
}
