/**
 * What cannot be promised while a fault lasts, beside that each request is answered. With `deliveries`, an event that an
 * endpoint took may be sent once more, as nobody could note that it did. With `alerts`, one may be evaluated without the
 * newest run, and again only minutes later, or with the next one.
 */
export type Affected = 'revocations' | 'limits' | 'deliveries' | 'alerts';

interface Fault {
  affected: readonly Affected[];
  name: string;
  isOrderly: boolean;
  fromMs: number;
  toMs: number;
}

/** When what was not whole, by the clock of `performance`. */
export class FaultLog {
  readonly faults: Fault[] = [];

  begin(affected: readonly Affected[], name: string, isOrderly = false): Fault {
    const fault = { affected, name, isOrderly, fromMs: performance.now(), toMs: Infinity };
    this.faults.push(fault);
    return fault;
  }

  /** What was wrong at some time of the span. */
  during(fromMs: number, toMs: number): string | undefined {
    return this.faults.findLast((fault) => fault.fromMs <= toMs && fault.toMs >= fromMs)?.name;
  }

  /** Whether the span lies in one of those things that nobody should notice. */
  isOrderly(fromMs: number, toMs: number): boolean {
    const fault = this.faults.findLast(({ fromMs: begunMs }) => begunMs <= toMs);
    return fault !== undefined && fault.isOrderly && fault.fromMs <= fromMs && fault.toMs >= toMs;
  }

  /** What was the last to go wrong before this moment. */
  describe(atMs: number): string {
    const last = this.faults.findLast(({ fromMs }) => fromMs <= atMs);
    if (!last) return 'before anything went wrong';
    const seconds = (ms: number) => ((atMs - ms) / 1000).toFixed(1);
    const end = last.toMs <= atMs ? `, which was well again for ${seconds(last.toMs)} s` : '';
    return `${seconds(last.fromMs)} s after "${last.name}"${end}`;
  }

  /** The end of the last fault with this effect that touched the span; undefined when there was none. */
  lastEndMs(affected: Affected, fromMs: number, toMs: number): number | undefined {
    const ends = this.faults
      .filter((fault) => fault.affected.includes(affected) && fault.fromMs <= toMs && fault.toMs >= fromMs)
      .map((fault) => fault.toMs);
    return ends.length === 0 ? undefined : Math.max(...ends);
  }
}
