import type { ThrottlerStorage } from '@nestjs/throttler';
import type { RateLimits } from '../../config/configuration.js';
import type { Consumption, Cost, Decision } from './client-limits.js';

/** A client's consumption as it stood at a moment. */
export interface Standing {
  readonly consumption: Consumption;
  readonly nowMs: number;
}

export interface TakeResult extends Decision, Standing {
  /** The storage that decided, which may be another one than was asked. */
  readonly takenFrom: LimitStorage;
}

/** What a request took, for giving it back. */
export interface Admission {
  readonly cost: Cost;
  readonly takenMs: number;
  readonly takenFrom: LimitStorage;
  /** What it took from the windows of the client's organization, if that has limits. */
  readonly organization?: Admission;
}

/** Keeps what each client has consumed, and each organization that has limits of its own, by their ids. Where it is at hand it answers at once; a remote one answers with a promise. */
export abstract class LimitStorage implements ThrottlerStorage {
  /** Whether another storage answers for this one at the moment, from what this process knows alone. */
  isLost(): boolean {
    return false;
  }

  /** Takes a request out of all windows of the holder, or out of none. */
  abstract take(holderId: string, limits: RateLimits, cost: Cost): TakeResult | Promise<TakeResult>;

  /** Puts back what a request took, and answers how the windows stand then. */
  abstract giveBack(holderId: string, limits: RateLimits, admission: Admission): Standing | Promise<Standing>;

  abstract standingOf(holderId: string, limits: RateLimits): Standing | Promise<Standing>;

  /** Nest's interface for one window; the guard decides over all windows at once and has no use for it. */
  increment(): ReturnType<ThrottlerStorage['increment']> {
    return Promise.reject(new Error('Requests are taken out of all windows together.'));
  }
}
