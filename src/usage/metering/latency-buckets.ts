/**
 * Durations are counted in buckets whose bounds grow by 2^0.4, from 0.1 ms to a minute: percentiles of any sum are
 * accurate to 15 %, and adding sums is exact.
 */
export const LATENCY_BUCKETS = 48;

const FIRST_BOUND_US = 100;
const BUCKETS_PER_DOUBLING = 2.5;

/** The columns of the roll-up tables. */
export const LATENCY_COLUMNS: readonly string[] = Array.from({ length: LATENCY_BUCKETS }, (_, i) => `l${i}`);

export function latencyBucket(durationUs: number): number {
  if (durationUs <= FIRST_BOUND_US) return 0;
  const bucket = Math.ceil(Math.log2(durationUs / FIRST_BOUND_US) * BUCKETS_PER_DOUBLING);
  return Math.min(bucket, LATENCY_BUCKETS - 1);
}

/** Returns the duration below which a share of the counted requests lies, in milliseconds; null if none was counted. */
export function percentileMs(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const rank = Math.ceil(share * total);
  let seen = 0;
  const bucket = counts.findIndex((count) => (seen += count) >= rank);
  return Number((middleUs(bucket) / 1000).toPrecision(3));
}

/** Returns the geometric mean of a bucket's bounds. */
function middleUs(bucket: number): number {
  return FIRST_BOUND_US * 2 ** ((bucket - 0.5) / BUCKETS_PER_DOUBLING);
}
