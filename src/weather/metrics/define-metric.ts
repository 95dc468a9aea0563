import type { Metric } from './metric.schema.js';

/** Types a metric literal, so that unknown members do not compile. */
export function defineMetric<const T extends Metric>(
  metric: T & Record<Exclude<keyof T, keyof Metric>, never>,
): T {
  return metric;
}
