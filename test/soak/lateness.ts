const EVERY_MS = 20;
const RECENT_MS = 3_000;

/** How much later than scheduled processes run on this machine, measured in this process. */
export class Lateness {
  longestMs = 0;
  private readonly late: { atMs: number; byMs: number }[] = [];
  private dueMs = performance.now() + EVERY_MS;
  private readonly timer = setInterval(() => this.note(performance.now()), EVERY_MS);

  /** The maximum of the last seconds. */
  recentMs(): number {
    return Math.max(0, ...this.late.map(({ byMs }) => byMs));
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private note(nowMs: number): void {
    const byMs = Math.max(0, nowMs - this.dueMs);
    this.dueMs = nowMs + EVERY_MS;
    this.longestMs = Math.max(this.longestMs, byMs);
    while (this.late.length > 0 && this.late[0].atMs < nowMs - RECENT_MS) this.late.shift();
    this.late.push({ atMs: nowMs, byMs });
  }
}
