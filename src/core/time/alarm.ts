import { setTimeout as sleep } from 'node:timers/promises';

/** A wait that `ring` cuts short. A ring while nothing waits cuts the next wait short. */
export class Alarm {
  private rung = new AbortController();

  ring(): void {
    this.rung.abort();
  }

  async wait(waitMs: number): Promise<void> {
    await sleep(waitMs, undefined, { signal: this.rung.signal }).catch(() => undefined);
    if (this.rung.signal.aborted) this.rung = new AbortController();
  }
}
