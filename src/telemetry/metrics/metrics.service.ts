import { Injectable } from '@nestjs/common';
import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';
import { ServiceProcesses } from '../../workers/service-processes.service.js';
import { type MetricDescription, ReadMetric } from './read-metric.js';

const TOPIC = 'telemetry.metrics';

/** Every number that the process tells about itself, in one registry. */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private hasDefaults = false;

  readonly contentType = this.registry.contentType;

  constructor(private readonly processes: ServiceProcesses) {
    processes.answer(TOPIC, () => {
      this.beginDefaults();
      return this.registry.getMetricsAsJSON();
    });
  }

  add(description: MetricDescription, read: ConstructorParameters<typeof ReadMetric>[1]): void {
    this.registry.registerMetric(new ReadMetric(description, read).asMetric());
  }

  /** Prometheus's text format. Of several processes that answer on one port any answers for all. */
  async text(): Promise<string> {
    if (!this.processes.isWorker) {
      this.beginDefaults();
      return this.registry.metrics();
    }
    const all = await this.processes.askAll<object[]>(TOPIC);
    return AggregatorRegistry.aggregate(all).metrics();
  }

  /** Node's own numbers begin with the first scrape: where nobody scrapes, they cost nothing. */
  private beginDefaults(): void {
    if (this.hasDefaults) return;
    this.hasDefaults = true;
    collectDefaultMetrics({ register: this.registry });
  }
}
