/** Does tasks at the same time, a bounded number of them. The first failure ends it. */
export class BoundedTasks {
  private readonly running = new Set<Promise<void>>();
  private ended: Promise<void> = Promise.resolve();

  constructor(private readonly limit: number) {}

  /** Starts a task as soon as there is room. @throws what an earlier task has thrown */
  async start(task: () => Promise<void>): Promise<void> {
    while (this.running.size >= this.limit) await Promise.race(this.running);
    const running = task().then(() => void this.running.delete(running));
    // A failure is thrown when its turn comes; until then it must not count as unhandled.
    running.catch(() => undefined);
    this.running.add(running);
    this.ended = Promise.all([this.ended, running]).then(() => undefined);
    this.ended.catch(() => undefined);
  }

  /** Calls back once all tasks that were started before have succeeded. */
  afterAll(callback: () => void): void {
    this.ended = this.ended.then(callback);
    this.ended.catch(() => undefined);
  }

  /** Waits for all. @throws what a task has thrown */
  end(): Promise<void> {
    return this.ended;
  }
}
