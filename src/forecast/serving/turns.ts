/** Lets long tasks run in steps of about a millisecond: one step per turn of the event loop, across all tasks. */
export class Turns {
  private readonly waiting: (() => void)[] = [];
  private readonly go = () => {
    const step = this.waiting.shift();
    if (this.waiting.length > 0) setImmediate(this.go);
    step?.();
  };

  /** Runs the step after all others that are already waiting. */
  wait(step: () => void): void {
    this.waiting.push(step);
    if (this.waiting.length === 1) setImmediate(this.go);
  }
}
