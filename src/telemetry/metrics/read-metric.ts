import type { Metric } from 'prom-client';
import type { Sample } from './sample.types.js';

/** Undefined is a number that there is not yet: the metric has no sample. */
type Value = number | undefined | readonly Sample[];
export type Read = () => Value | Promise<Value>;

/**
 * A metric whose numbers others count, in whatever way is cheapest for them: they are read when somebody scrapes. The
 * registry takes it for one of its own kinds, of which it asks no more than this.
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
    // The registry's type lists its own classes only.
    return this as unknown as Metric;
  }
}
