export type Labels = Record<string, string | number>;

export interface Sample {
  value: number;
  labels?: Labels;
  /** For a metric with several names, such as a histogram's `_bucket`, `_sum` and `_count`. */
  metricName?: string;
}
