import { type MetricCatalogue } from '../../metrics/metric-catalogue.js';
import type { MetricSource } from '../../metrics/metric.types.js';
import { type StoredPoint } from '../../model-store/read/stored-point.js';
import { type StoredRun } from '../../model-store/read/stored-run.js';
import { type AnswerWarnings } from './answer-warnings.js';
import { HourlySeries } from './hourly-series.js';
import { type MetricSeries } from './metric-series.js';
import { reasonForGaps } from './series-gaps.js';
import { wetShares } from './wet-shares.js';

const HOUR_MS = 3_600_000;

/** Which hours of a run, where. */
export interface RunSeriesRequest {
  run: StoredRun;
  /** Read from the run at the latitude and longitude. */
  point: StoredPoint;
  latitude: number;
  longitude: number;
  /** Metres above the sea; undefined for the model's terrain. */
  elevation?: number | undefined;
  /** A whole hour, milliseconds since 1970-01-01T00:00:00Z; hours that the run does not have are null. */
  firstHourMs: number;
  hours: number;
  /** Runs before this one, newest first, whose agreement makes precipitation more or less probable. */
  earlierRuns: readonly StoredRun[];
}

/** The metrics at a point out of a stored run. */
export class RunSeries implements MetricSeries {
  readonly firstHourMs: number;
  readonly hours: number;
  private readonly source: MetricSource;
  private readonly derived = new Map<string, Float64Array>();

  constructor(
    private readonly request: RunSeriesRequest,
    readonly metrics: MetricCatalogue,
    private readonly warnings: AnswerWarnings,
  ) {
    this.firstHourMs = request.firstHourMs;
    this.hours = request.hours;
    this.source = sourceOf(request, (name) => this.values(name));
  }

  values(name: string): Float64Array {
    const known = this.derived.get(name);
    if (known) return known;
    const metric = this.metrics.get(name);
    const values = metric.derive(this.source);
    this.derived.set(name, values);
    const reason = reasonForGaps(metric, values, this.request);
    if (reason) this.warnings.add(reason, name);
    return values;
  }
}

function sourceOf(request: RunSeriesRequest, metric: MetricSource['metric']): MetricSource {
  const { run, point, firstHourMs, hours, latitude, longitude, elevation, earlierRuns } = request;
  const hourly = new HourlySeries(point, (firstHourMs - run.run.getTime()) / HOUR_MS, hours);
  const terrain = point.staticValue('terrainHeight');
  const known = new Map<unknown, unknown>();
  const source: MetricSource = {
    firstHourMs,
    hours,
    latitude,
    longitude,
    // Without the model's terrain its distance is unknown.
    lift: elevation === undefined || Number.isNaN(terrain) ? 0 : elevation - terrain,
    altitude: elevation ?? (Number.isNaN(terrain) ? 0 : terrain),
    variable: (name) => hourly.get(name),
    metric,
    shared<T>(make: (source: MetricSource) => T): T {
      const earlier = known.get(make) as T | undefined;
      if (earlier !== undefined) return earlier;
      const made = make(source);
      known.set(make, made);
      return made;
    },
    wetShares: () => [run, ...earlierRuns].map((one) => wetShares(one, request, firstHourMs, hours)),
  };
  return source;
}
