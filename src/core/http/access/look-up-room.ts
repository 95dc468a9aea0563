import { SECOND_MS } from '../../time/index.js';
import { tooManyAttempts } from '../problems/too-many-attempts.js';
import { Budget } from './pace/budget.js';

const ALL = 'all';
const RETRY_AFTER_SECONDS = 1;

/**
 * Limits look-ups of unknown credentials, so that a flood of them doesn't reach the database. Valid credentials count
 * only while they are looked up, so they still work from an address that also sends bad ones. Counts per process, since
 * its purpose is to avoid look-ups.
 */
export class LookUpRoom {
  /** Look-ups that find nothing: 200 at once and 50 a second for an address, 500 a second in total. */
  private readonly ofAddress = new Budget(200, 4 * SECOND_MS);
  private readonly ofAll = new Budget(500, SECOND_MS);

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
