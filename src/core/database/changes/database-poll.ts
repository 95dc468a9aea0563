import type { ChangeFeedService } from './change-feed.service.js';

/** How often the database is asked although nothing was announced. */
const POLL_EVERY_MS = 60_000;

/**
 * Decides when a queue in the database is worth a look: when a process has announced something for it, when the earliest
 * entry is due, after each reconnect, and once a minute in any case. While announcements don't arrive, always.
 */
export class DatabasePoll {
  private nextMs = -Infinity;

  /** @param channels of the announcements */
  constructor(
    private readonly feed: ChangeFeedService,
    channels: readonly string[],
    private readonly woken: () => void = () => undefined,
  ) {
    for (const channel of channels) feed.hear(channel, () => this.wake());
    feed.subscribe({ changed: () => undefined, missed: () => this.wake() });
  }

  wake(): void {
    this.nextMs = -Infinity;
    this.woken();
  }

  /**
   * Looks if it is time to.
   * @param look returns after how many milliseconds the earliest entry is due; undefined if there is none
   * @param isDue whether the process itself knows that it is time
   */
  async run(look: () => Promise<number | undefined>, isDue = false): Promise<void> {
    if (!isDue && this.feed.isConnected && performance.now() < this.nextMs) return;
    // Before the look, since an announcement meanwhile asks for another one.
    this.nextMs = performance.now() + POLL_EVERY_MS;
    try {
      const dueInMs = await look();
      if (dueInMs !== undefined) this.nextMs = Math.min(this.nextMs, performance.now() + dueInMs);
    } catch (error) {
      this.nextMs = -Infinity;
      throw error;
    }
  }
}
