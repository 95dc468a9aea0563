import type { Metric } from 'prom-client';
import type { Sample } from './histogram-samples.js';

/** Undefined while there is no value yet: the metric then has no sample. */
type Value = number | undefined | readonly Sample[];
export type Read = () => Value | Promise<Value>;

/**
 * A metric whose values are kept elsewhere, in whatever way is cheapest there, and read on each scrape. The registry
 * accepts it as one of its own metrics, of which it uses only these members.
 */
export class ReadMetric {
  constructor(
    readonly type: 'counter' | 'gauge' | 'histogram',
    readonly name: string,
    readonly help: string,
    private readonly read: Read,
  ) {}

  async get(): Promise<object> {
    const { name, help, type } = this;
    const read = (await this.read()) ?? [];
    const samples = typeof read === 'number' ? [{ value: read }] : read;
    return {
      name,
      help,
      type,
      values: samples.map(({ labels = {}, ...rest }) => ({ labels, ...rest })),
    };
  }

  asMetric(): Metric {
    // The registry's type lists only its own classes.
    return this as unknown as Metric;
  }
}
