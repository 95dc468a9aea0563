import { Injectable, Logger } from '@nestjs/common';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { DurationHistogram } from '../../common/duration-histogram.js';
import { histogramSamples, type Labels, type Sample } from './histogram-samples.js';
import { type Read, ReadMetric } from './read-metric.js';

/** The names that Prometheus accepts, without those of Node's default metrics, which are registered later. */
const NAME = /^(?!process_|nodejs_)[a-zA-Z_:][a-zA-Z0-9_:]*$/;

interface LabelledDurations {
  durations: DurationHistogram;
  labels?: Labels;
}

/** The registry of all metrics of the process. */
@Injectable()
export class MetricsService {
  private readonly logger = new Logger(MetricsService.name);
  private readonly registry = new Registry();
  private hasDefaults = false;

  /** @throws Error if the name is invalid or taken */
  counter(name: string, help: string, read: Read): void {
    this.add('counter', name, help, read);
  }

  /** @throws Error if the name is invalid or taken */
  gauge(name: string, help: string, read: Read): void {
    this.add('gauge', name, help, read);
  }

  /** @throws Error if the name is invalid or taken */
  histogram(name: string, help: string, read: () => readonly LabelledDurations[]): void {
    const samples = () =>
      read().flatMap(({ durations, labels }) => histogramSamples(name, durations, labels));
    this.add('histogram', name, help, samples);
  }

  /** Returns all metrics in Prometheus's text format. */
  text(): Promise<string> {
    this.beginDefaults();
    return this.registry.metrics();
  }

  /** Registers a metric. If it can't be read, the response has all the others. */
  private add(type: ReadMetric['type'], name: string, help: string, read: Read): void {
    if (!NAME.test(name)) throw new Error(`A metric can't have the name "${name}".`);
    const readable = async () => {
      try {
        return await read();
      } catch (error) {
        this.logger.warn(`The metric ${name} can't be read: ${(error as Error).message}`);
        return undefined;
      }
    };
    this.registry.registerMetric(new ReadMetric(type, name, help, readable).asMetric());
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
