import { HOUR_MS } from '../../core/time/index.js';
import { noSeries, type VariableName } from '../../weather/meteo/index.js';
import type { StoreGrid } from '../../store/format/index.js';
import type { StoredRun } from '../../store/read/index.js';
import { hourOf, type StepSpan } from '../request/timeline-spans.js';
import type { Provenance } from './forecast-answer.js';
import { minutesOf } from './minutely-timeline.js';
import { type RunSeries } from '../series/run-series.js';

/** The metrics of a place at the steps that a dialect uses. */
export interface PlaceHours {
  /** Meters above sea level; 0 if it is unknown. */
  readonly altitude: number;
  /** Metrics in their metric units, not rounded; NaN for null. Callers must not modify the arrays. */
  at(span: StepSpan): (metric: string) => Float64Array;
}

/** The same from model runs. */
export class PlannedHours implements PlaceHours {
  constructor(
    private readonly series: RunSeries,
    private readonly run: StoredRun,
    /**
     * What the runs contribute to some metrics in an hour, and why values are missing. Must be called last: warnings are
     * collected while the values are calculated.
     */
    readonly provenance: (fields: readonly string[], hourMs: number) => Provenance,
  ) {}

  /** Meters above sea level; undefined if it is unknown. */
  get height(): number | undefined {
    return this.series.height;
  }

  get altitude(): number {
    return this.height ?? 0;
  }

  /** The grid point of the model that is nearest to a place. */
  nearestPoint(latitude: number, longitude: number): { latitude: number; longitude: number } {
    return nearestPoint(this.run.manifest.grid, latitude, longitude);
  }

  /** Whether a variable is the highest value of a span, in the model that provides it at a time. */
  isHighest(variable: VariableName, timeMs: number): boolean | undefined {
    return this.series.isHighest(variable, hourOf(timeMs));
  }

  at(span: StepSpan): (metric: string) => Float64Array {
    if (span.stepMs === HOUR_MS) return (name) => this.hourly(this.series.values(name), span);
    return minutesOf(this.series, span).metric;
  }

  private hourly(values: Float64Array, { firstMs, count }: StepSpan): Float64Array {
    const first = (firstMs - this.series.firstHourMs) / HOUR_MS;
    if (first >= 0 && first + count <= values.length) return values.subarray(first, first + count);
    const hours = noSeries(count);
    for (let i = Math.max(0, -first); i < count && first + i < values.length; i++)
      hours[i] = values[first + i];
    return hours;
  }
}

function nearestPoint(grid: StoreGrid, latitude: number, longitude: number) {
  const { latitudeFirst, latitudeIncrement, longitudeFirst, longitudeIncrement, ni, nj } = grid;
  const row = Math.round((latitudeFirst - latitude) / latitudeIncrement);
  const turns = (longitude - longitudeFirst) / 360;
  const column = Math.round(((turns - Math.floor(turns)) * 360) / longitudeIncrement) % ni;
  const east = (longitudeFirst + column * longitudeIncrement) % 360;
  return {
    latitude: latitudeFirst - Math.min(Math.max(row, 0), nj - 1) * latitudeIncrement,
    longitude: east >= 180 ? east - 360 : east,
  };
}
