import { MINUTE_MS } from '../../core/time/index.js';

const FIRST_PAUSE_MS = MINUTE_MS;
const LONGEST_PAUSE_MS = 30 * MINUTE_MS;

/**
 * Pauses between fetches of the same run, each twice as long as the last: a disk that damages its data must not cause
 * endless fetches.
 */
export class RepairPauses {
  private readonly pauses = new Map<string, { endsMs: number; nextMs: number }>();

  /** Whether a run may be fetched again. */
  isOver(name: string): boolean {
    return performance.now() >= (this.pauses.get(name)?.endsMs ?? -Infinity);
  }

  /** Starts the pause after a run was fetched again. */
  begin(name: string): void {
    const pauseMs = this.pauses.get(name)?.nextMs ?? FIRST_PAUSE_MS;
    const nextMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    this.pauses.set(name, { endsMs: performance.now() + pauseMs, nextMs });
  }
}
