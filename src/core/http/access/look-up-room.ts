import { growingCache } from './growing-cache.js';
import { tooManyAttempts } from '../problems/too-many-attempts.js';

interface Room {
  perSecond: number;
  atOnce: number;
}

/** The limits on look-ups that find nothing, per address and in total. */
const OF_AN_ADDRESS: Room = { perSecond: 50, atOnce: 200 };
const OF_ALL: Room = { perSecond: 500, atOnce: 500 };
const ALL = 'all';
const MOST_ADDRESSES = 100_000;
const RETRY_AFTER_SECONDS = 1;

/**
 * Limits look-ups of unknown credentials, so that a flood of them doesn't reach the database. Valid credentials count
 * only while they are looked up, so they still work from an address that also sends bad ones. Counts per process, since
 * its purpose is to avoid look-ups.
 */
export class LookUpRoom {
  private readonly ofAddress = new LookUpBudget(OF_AN_ADDRESS);
  private readonly ofAll = new LookUpBudget(OF_ALL);

  /**
   * Runs a look-up. It counts while it runs, and stays counted if it found nothing.
   * @param isVain whether an error means that nothing was found
   * @throws Problem too_many_attempts if the limit is reached
   */
  async admit<T>(address: string, lookUp: () => Promise<T>, isVain: (error: unknown) => boolean): Promise<T> {
    this.take(address);
    let staysCounted = false;
    try {
      return await lookUp();
    } catch (error) {
      staysCounted = isVain(error);
      throw error;
    } finally {
      if (!staysCounted) this.giveBack(address);
    }
  }

  private take(address: string): void {
    const nowMs = Date.now();
    if (this.ofAll.take(ALL, nowMs)) {
      if (this.ofAddress.take(address, nowMs)) return;
      this.ofAll.giveBack(ALL);
    }
    throw tooManyAttempts(RETRY_AFTER_SECONDS);
  }

  private giveBack(address: string): void {
    this.ofAll.giveBack(ALL);
    this.ofAddress.giveBack(address);
  }
}

/** The generic cell rate algorithm, with one timestamp per key. */
class LookUpBudget {
  /** When the budget of a key will be full, in milliseconds since 1970. */
  private readonly wholeAtMs = growingCache<string, number>(MOST_ADDRESSES);
  private readonly intervalMs: number;
  private readonly windowMs: number;

  constructor({ perSecond, atOnce }: Room) {
    this.intervalMs = 1_000 / perSecond;
    this.windowMs = atOnce * this.intervalMs;
  }

  take(key: string, nowMs: number): boolean {
    const wholeAtMs = Math.max(nowMs, this.wholeAtMs.get(key) ?? 0) + this.intervalMs;
    if (wholeAtMs > nowMs + this.windowMs) return false;
    this.wholeAtMs.set(key, wholeAtMs);
    return true;
  }

  giveBack(key: string): void {
    const wholeAtMs = this.wholeAtMs.get(key);
    if (wholeAtMs !== undefined) this.wholeAtMs.set(key, wholeAtMs - this.intervalMs);
  }
}
