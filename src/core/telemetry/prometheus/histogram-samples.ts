import type { DurationHistogram } from '../../common/duration-histogram.js';
import { SECOND_MS } from '../../time/index.js';

export type Labels = Record<string, string | number>;

export interface Sample {
  value: number;
  labels?: Labels;
  /** For a metric with several names, such as a histogram's `_bucket`, `_sum` and `_count`. */
  metricName?: string;
}

/** Returns a Prometheus histogram: cumulative buckets, times in seconds. */
export function histogramSamples(
  name: string,
  { boundsMs, counts, sumMs }: DurationHistogram,
  labels: Labels = {},
): Sample[] {
  let count = 0;
  const buckets = Array.from(counts, (own, i) => {
    count += own;
    const le = i < boundsMs.length ? boundsMs[i] / SECOND_MS : '+Inf';
    return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sumMs / SECOND_MS },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
