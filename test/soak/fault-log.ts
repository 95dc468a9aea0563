export type Faulty = 'database' | 'redis' | 'replica' | 'proxy';

interface Fault {
  part: Faulty;
  name: string;
  fromMs: number;
  toMs: number;
}

/** When which part was not whole, by the clock of `performance`. */
export class FaultLog {
  readonly faults: Fault[] = [];

  begin(part: Faulty, name: string): Fault {
    const fault = { part, name, fromMs: performance.now(), toMs: Infinity };
    this.faults.push(fault);
    return fault;
  }

  /** The end of the last fault of the part that touched the span; undefined when there was none. */
  lastEndMs(part: Faulty, fromMs: number, toMs: number): number | undefined {
    const ends = this.faults
      .filter((fault) => fault.part === part && fault.fromMs <= toMs && fault.toMs >= fromMs)
      .map((fault) => fault.toMs);
    return ends.length === 0 ? undefined : Math.max(...ends);
  }
}
