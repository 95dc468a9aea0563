import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { DurationHistogram } from '../../common/duration-histogram.js';
import { histogramSamples } from './histogram-samples.js';
import { type Read, ReadMetric } from './read-metric.js';
import type { Labels, Sample } from './sample.types.js';

interface LabelledDurations {
  durations: DurationHistogram;
  labels?: Labels;
}

/** The registry of all metrics of the process. */
@Injectable()
export class MetricsService {
  private readonly registry = new Registry();
  private hasDefaults = false;

  counter(name: string, help: string, read: Read): void {
    this.add(new ReadMetric('counter', name, help, read));
  }

  gauge(name: string, help: string, read: Read): void {
    this.add(new ReadMetric('gauge', name, help, read));
  }

  histogram(name: string, help: string, read: () => readonly LabelledDurations[]): void {
    const samples = () =>
      read().flatMap(({ durations, labels }) => histogramSamples(name, durations, labels));
    this.add(new ReadMetric('histogram', name, help, samples));
  }

  /** Returns all metrics in Prometheus's text format. */
  text(): Promise<string> {
    this.beginDefaults();
    return this.registry.metrics();
  }

  private add(metric: ReadMetric): void {
    this.registry.registerMetric(metric.asMetric());
  }

  /** Starts collecting Node.js metrics on the first scrape, so that they cost nothing if nobody scrapes. */
  private beginDefaults(): void {
    if (this.hasDefaults) return;
    this.hasDefaults = true;
    collectDefaultMetrics({ register: this.registry });
  }
}

/** Returns a sample for each member: `samplesBy('outcome', { delivered: 3, failed: 0 })`. */
export function samplesBy(label: string, values: Readonly<Record<string, number>>): Sample[] {
  return Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }));
}
