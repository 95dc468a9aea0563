import type { DurationHistogram } from '../../common/duration-histogram.js';
import { SECOND_MS } from '../../time/index.js';
import type { Labels, Sample } from './sample.types.js';

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
