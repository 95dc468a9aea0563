import type { Metric } from 'prom-client';

export type Labels = Record<string, string | number>;

export interface Sample {
  value: number;
  labels?: Labels;
  /** Where a metric has several: a histogram's `_bucket`, `_sum` and `_count`. */
  metricName?: string;
}

export interface MetricDescription {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
}

/**
 * A metric whose numbers others count, in whatever way is cheapest for them: they are read when somebody scrapes. The
 * registry takes it for one of its own kinds, of which it asks no more than this.
 */
export class ReadMetric {
  readonly name: string;
  readonly help: string;
  readonly type: MetricDescription['type'];

  constructor(
    description: MetricDescription,
    private readonly read: () => number | readonly Sample[] | Promise<readonly Sample[]>,
  ) {
    this.name = description.name;
    this.help = description.help;
    this.type = description.type;
  }

  async get(): Promise<object> {
    const { name, help, type } = this;
    const read = await this.read();
    const samples = typeof read === 'number' ? [{ value: read }] : read;
    return {
      name,
      help,
      type,
      values: samples.map(({ labels = {}, ...rest }) => ({ labels, ...rest })),
    };
  }

  asMetric(): Metric {
    // The registry's type lists its own classes only.
    return this as unknown as Metric;
  }
}
