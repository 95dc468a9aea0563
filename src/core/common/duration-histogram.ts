/** Counts durations into buckets. An observation costs a few nanoseconds. */
export class DurationHistogram {
  /** Number of durations per bucket; the last element counts those above the last bound. */
  readonly counts: Float64Array;
  sumMs = 0;

  /** @param boundsMs inclusive upper bounds of the buckets, ascending */
  constructor(readonly boundsMs: readonly number[]) {
    this.counts = new Float64Array(boundsMs.length + 1);
  }

  observe(durationMs: number): void {
    let bucket = 0;
    while (bucket < this.boundsMs.length && durationMs > this.boundsMs[bucket]) bucket += 1;
    this.counts[bucket] += 1;
    this.sumMs += durationMs;
  }
}
