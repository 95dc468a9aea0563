import { noSeries } from '../../meteo/series.js';
import { type MetricCatalogue } from '../../metrics/metric-catalogue.js';
import { type MetricSeries } from './metric-series.js';

const HOUR_MS = 3_600_000;

/** Series that follow one another as one; the hours between them are NaN. */
export class JoinedSeries implements MetricSeries {
  readonly metrics: MetricCatalogue;
  readonly firstHourMs: number;
  readonly hours: number;
  private readonly joined = new Map<string, Float64Array>();

  /** @param parts in the order of time, at least one; they do not overlap */
  constructor(private readonly parts: readonly MetricSeries[]) {
    const last = parts[parts.length - 1];
    this.metrics = last.metrics;
    this.firstHourMs = parts[0].firstHourMs;
    this.hours = (last.firstHourMs - this.firstHourMs) / HOUR_MS + last.hours;
  }

  values(name: string): Float64Array {
    const known = this.joined.get(name);
    if (known) return known;
    const values = noSeries(this.hours);
    for (const part of this.parts)
      values.set(part.values(name), (part.firstHourMs - this.firstHourMs) / HOUR_MS);
    this.joined.set(name, values);
    return values;
  }
}
