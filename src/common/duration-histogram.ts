/** Counts durations into buckets; to observe one costs some nanoseconds. */
export class DurationHistogram {
  /** How many durations are in each bucket, those above the last bound in one more. */
  readonly counts: Float64Array;
  sumMs = 0;

  /** @param boundsMs the upper ends of the buckets, which belong to them, ascending */
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
