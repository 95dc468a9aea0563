import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { type MetricDescription, ReadMetric } from './read-metric.js';

/** Every number that the process tells about itself, in one registry. */
@Injectable()
export class MetricsService {
  private readonly registry = new Registry();
  private hasDefaults = false;

  add(description: MetricDescription, read: ConstructorParameters<typeof ReadMetric>[1]): void {
    this.registry.registerMetric(new ReadMetric(description, read).asMetric());
  }

  /** Prometheus's text format. */
  text(): Promise<string> {
    this.beginDefaults();
    return this.registry.metrics();
  }

  /** Node's own numbers begin with the first scrape: where nobody scrapes, they cost nothing. */
  private beginDefaults(): void {
    if (this.hasDefaults) return;
    this.hasDefaults = true;
    collectDefaultMetrics({ register: this.registry });
  }
}
