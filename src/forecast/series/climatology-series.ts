import { type ClimatologyPoint } from '../climatology/climatology-point.js';
import { hasGap, noSeries } from '../../weather/meteo/index.js';
import type { ClimatologySource, MetricCatalogue } from '../../weather/metrics/index.js';
import { type AnswerWarnings } from './answer-warnings.js';
import { type MetricSeries } from './metric-series.js';

export interface ClimatologySeriesOptions {
  latitude: number;
  longitude: number;
  /** Meters; undefined for the terrain of the climatology. */
  elevation: number | undefined;
  firstHourMs: number;
  hours: number;
}

/**
 * Hourly metrics of a point from the long-term means. Nothing is made up: what the data lacks is NaN, and values only
 * vary within a day where they depend on the sun.
 */
export class ClimatologySeries implements MetricSeries {
  readonly firstHourMs: number;
  readonly hours: number;
  /** The height that the values are for, in meters above sea level. */
  readonly altitude: number;
  private readonly series = new Map<string, Float64Array>();
  private readonly source: ClimatologySource;

  constructor(
    point: ClimatologyPoint,
    { latitude, longitude, elevation, firstHourMs, hours }: ClimatologySeriesOptions,
    readonly metrics: MetricCatalogue,
    private readonly warnings: AnswerWarnings,
  ) {
    this.firstHourMs = firstHourMs;
    this.hours = hours;
    const altitude = elevation ?? point.terrainHeight;
    this.altitude = altitude;
    this.source = {
      firstHourMs,
      hours,
      latitude,
      longitude,
      altitude,
      lift: altitude - point.terrainHeight,
      metric: (name) => this.values(name),
      mean: (variable) => point.values(variable, firstHourMs, hours),
    };
  }

  values(name: string): Float64Array {
    const known = this.series.get(name);
    if (known) return known;
    const { climatology } = this.metrics.get(name);
    for (const code of climatology?.cautions ?? (['not_in_climatology'] as const))
      this.warnings.add(code, name);
    const values = climatology?.derive?.(this.source) ?? noSeries(this.hours);
    const reason = climatology?.cautionOfGaps;
    if (reason && hasGap(values)) this.warnings.add(reason, name);
    this.series.set(name, values);
    return values;
  }

  meanRates(name: string): Float64Array | undefined {
    return this.metrics.get(name).climatology?.meanRate?.(this.source);
  }
}
