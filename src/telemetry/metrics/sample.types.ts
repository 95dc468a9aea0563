export type Labels = Record<string, string | number>;

export interface Sample {
  value: number;
  labels?: Labels;
  /** Where a metric has several: a histogram's `_bucket`, `_sum` and `_count`. */
  metricName?: string;
}
