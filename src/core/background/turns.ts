/** Ends a step of `inTurns`. Others wait about as long, once for each turn of the event loop. */
const STEP_MS = 2;
/** What a step takes beyond this is due to something else, such as a busy machine or data that is loaded first. */
const MOST_MS = 2 * STEP_MS;

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

const TURNS = new Turns();

/** The time that work took on the event loop. */
export interface Spent {
  ms: number;
}

/**
 * Runs work that would block the event loop, in steps of about 2 ms: one per turn, across all work that is run so.
 *
 * @param work yields wherever it can be interrupted
 * @param spent gets the time that the work takes, also if it fails
 */
export async function inTurns<T>(work: Iterator<unknown, T>, spent: Spent = { ms: 0 }): Promise<T> {
  for (;;) {
    await new Promise<void>((go) => TURNS.wait(go));
    const startMs = performance.now();
    try {
      do {
        const step = work.next();
        if (step.done) return step.value;
      } while (performance.now() - startMs < STEP_MS);
    } finally {
      spent.ms += Math.min(performance.now() - startMs, MOST_MS);
    }
  }
}

/** Runs such work without interrupting it. */
export function atOnce<T>(work: Iterator<unknown, T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}
