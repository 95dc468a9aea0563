/**
 * What can't be guaranteed during a fault, although each request still gets a response. With `deliveries`, an event
 * that an endpoint accepted may be sent once more, since the acceptance could not be recorded. With `alerts`, an alert
 * may be evaluated without the newest run, and again only minutes later or with the next run.
 */
export type Affected = 'revocations' | 'limits' | 'deliveries' | 'alerts';

interface Fault {
  affected: readonly Affected[];
  name: string;
  isOrderly: boolean;
  fromMs: number;
  toMs: number;
}

/** Records what was disturbed when, by the clock of `performance`. */
export class FaultLog {
  readonly faults: Fault[] = [];

  begin(affected: readonly Affected[], name: string, isOrderly = false): Fault {
    const fault = { affected, name, isOrderly, fromMs: performance.now(), toMs: Infinity };
    this.faults.push(fault);
    return fault;
  }

  /** Returns the name of a fault during the span. */
  during(fromMs: number, toMs: number): string | undefined {
    return this.faults.findLast((fault) => fault.fromMs <= toMs && fault.toMs >= fromMs)?.name;
  }

  /** Whether the span lies within a fault that nobody should notice. */
  isOrderly(fromMs: number, toMs: number): boolean {
    const fault = this.faults.findLast(({ fromMs: begunMs }) => begunMs <= toMs);
    return fault !== undefined && fault.isOrderly && fault.fromMs <= fromMs && fault.toMs >= toMs;
  }

  /** Describes the last fault before a time. */
  describe(atMs: number): string {
    const last = this.faults.findLast(({ fromMs }) => fromMs <= atMs);
    if (!last) return 'before anything went wrong';
    const seconds = (ms: number) => ((atMs - ms) / 1000).toFixed(1);
    const end = last.toMs <= atMs ? `, which was well again for ${seconds(last.toMs)} s` : '';
    return `${seconds(last.fromMs)} s after "${last.name}"${end}`;
  }

  /** Returns the end of the last fault with this effect that overlaps the span, or undefined if there is none. */
  lastEndMs(affected: Affected, fromMs: number, toMs: number): number | undefined {
    const ends = this.faults
      .filter((fault) => fault.affected.includes(affected) && fault.fromMs <= toMs && fault.toMs >= fromMs)
      .map((fault) => fault.toMs);
    return ends.length === 0 ? undefined : Math.max(...ends);
  }
}
