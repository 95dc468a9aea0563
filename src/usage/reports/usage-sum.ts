import { LATENCY_BUCKETS, percentileMs } from '../metering/latency-buckets.js';
import { type UsageCountsDto } from './usage-report.dto.js';

/** Sums over any set of requests. Adding two of them is exact, including their percentiles. */
export interface UsageSum {
  requests: number;
  units: number;
  errors: number;
  throttled: number;
  bytes: number;
  /** Requests by latency bucket. */
  latencies: number[];
}

export function emptySum(): UsageSum {
  const latencies = new Array<number>(LATENCY_BUCKETS).fill(0);
  return { requests: 0, units: 0, errors: 0, throttled: 0, bytes: 0, latencies };
}

export function addTo(sum: UsageSum, other: UsageSum): void {
  for (const name of ['requests', 'units', 'errors', 'throttled', 'bytes'] as const) sum[name] += other[name];
  other.latencies.forEach((count, bucket) => (sum.latencies[bucket] += count));
}

export function toCounts({ requests, units, errors, throttled, bytes, latencies }: UsageSum): UsageCountsDto {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentileMs(latencies, share));
  return { requests, units, errors, throttled, bytes, latency_ms: { p50, p95, p99 } };
}
