import type { Metric } from './metric.types.js';

/** Gives a metric its type where it is written; a member that no metric has does not compile. */
export function defineMetric<const T extends Metric>(
  metric: T & Record<Exclude<keyof T, keyof Metric>, never>,
): T {
  return metric;
}
