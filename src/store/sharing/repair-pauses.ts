import { type BackOff, MINUTE_MS, backOffMs } from '../../core/time/index.js';

const PAUSES: BackOff = { firstMs: MINUTE_MS, longestMs: 30 * MINUTE_MS };

/**
 * Pauses between fetches of the same run, each twice as long as the last: a disk that damages its data must not cause
 * endless fetches.
 */
export class RepairPauses {
  private readonly pauses = new Map<string, { endsMs: number; fetches: number }>();

  /** Whether a run may be fetched again. */
  isOver(name: string): boolean {
    return performance.now() >= (this.pauses.get(name)?.endsMs ?? -Infinity);
  }

  /** Starts the pause after a run was fetched again. */
  begin(name: string): void {
    const fetches = this.pauses.get(name)?.fetches ?? 0;
    const endsMs = performance.now() + backOffMs(PAUSES, fetches);
    this.pauses.set(name, { endsMs, fetches: fetches + 1 });
  }
}
