/** Lets long works take steps of a millisecond or so: one step in each turn of the event loop, whoever's it is. */
export class Turns {
  private readonly waiting: (() => void)[] = [];
  private readonly go = () => {
    const step = this.waiting.shift();
    if (this.waiting.length > 0) setImmediate(this.go);
    step?.();
  };

  /** Takes the step once all others that wait were taken. */
  wait(step: () => void): void {
    this.waiting.push(step);
    if (this.waiting.length === 1) setImmediate(this.go);
  }
}
