import type { MetricCatalogue } from '../../weather/metrics/index.js';

/**
 * The metrics at one place, hour by hour, from one source. Values are in the metric units of the catalog, neither
 * rounded nor converted; NaN for null. Reading a metric with missing values adds the reason to the warnings of the
 * response.
 */
export interface MetricSeries {
  readonly metrics: MetricCatalogue;
  /** The time of the first value, milliseconds since 1970-01-01T00:00:00Z; the others follow hour by hour. */
  readonly firstHourMs: number;
  readonly hours: number;
  /** One value for each hour. The array belongs to the series: callers must not modify it. */
  values(name: string): Float64Array;
  /**
   * For a source that only knows daily sums: the average contribution of each hour, in the unit of the values.
   * Undefined if the daily sum is that of the hours.
   */
  meanRates?(name: string): Float64Array | undefined;
}
