import { type MetricCatalogue } from '../../metrics/metric-catalogue.js';

/**
 * The metrics at one place, hour by hour, from one source. Values are in the metric units of the catalogue, neither
 * rounded nor converted; NaN for null. Who asks for a metric whose values are missing somewhere finds the reason among
 * the warnings of the answer for which the series was made.
 */
export interface MetricSeries {
  readonly metrics: MetricCatalogue;
  /** The time of the first value, milliseconds since 1970-01-01T00:00:00Z; the others follow hour by hour. */
  readonly firstHourMs: number;
  readonly hours: number;
  /** One value for each hour. The array belongs to the series: it is not to be written to. */
  values(name: string): Float64Array;
  /**
   * Of a source that knows the sum of a day, and nothing of its hours: what each hour has of it on average, in the unit of
   * the values. Undefined where the sum is that of the hours.
   */
  meanRates?(name: string): Float64Array | undefined;
}
