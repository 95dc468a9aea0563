import { tooManyAttempts } from '../http/problems/too-many-attempts.js';

const RETRY_AFTER_SECONDS = 5;

/** Limits how many calls for the same holder are under way in this process. */
export class CallSlots {
  private readonly taken = new Map<string, number>();

  constructor(private readonly most: number) {}

  /** @throws Problem too_many_attempts if the holder has no slot left */
  async within<T>(holder: string, call: () => Promise<T>): Promise<T> {
    const taken = this.taken.get(holder) ?? 0;
    if (taken >= this.most) throw tooManyAttempts(RETRY_AFTER_SECONDS);
    this.taken.set(holder, taken + 1);
    try {
      return await call();
    } finally {
      const left = this.taken.get(holder)! - 1;
      if (left > 0) this.taken.set(holder, left);
      else this.taken.delete(holder);
    }
  }
}
