/** Runs tasks concurrently, up to a limit. The first failure is thrown by a later `start` or by `end`. */
export class BoundedTasks {
  private readonly running = new Set<Promise<void>>();
  private ended: Promise<void> = Promise.resolve();

  constructor(private readonly limit: number) {}

  /** Starts a task as soon as a slot is free. @throws the error of an earlier task */
  async start(task: () => Promise<void>): Promise<void> {
    while (this.running.size >= this.limit) await Promise.race(this.running);
    const running = task().then(() => void this.running.delete(running));
    // The failure is thrown later; until then it must not count as an unhandled rejection.
    running.catch(() => undefined);
    this.running.add(running);
    this.ended = Promise.all([this.ended, running]).then(() => undefined);
    this.ended.catch(() => undefined);
  }

  /** Calls back once all tasks started so far have succeeded. */
  afterAll(callback: () => void): void {
    this.ended = this.ended.then(callback);
    this.ended.catch(() => undefined);
  }

  /** Waits for all tasks. @throws the error of a failed task */
  end(): Promise<void> {
    return this.ended;
  }
}
