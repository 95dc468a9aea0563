import { HOUR_MS } from '../../../core/time/index.js';
import type { PlannedHours } from '../../../forecast/index.js';
import { mapSeries, regularSeries, type VariableName } from '../../../weather/meteo/index.js';

export interface StepsSpan {
  firstMs: number;
  stepMs: number;
  count: number;
}

/**
 * The steps of a timeline at one location, from which variables are derived. Arrays have one value for each; NaN for
 * null.
 */
export class Steps {
  readonly timesMs: Float64Array;
  /** The length of a step, in hours. */
  readonly hours: number;
  /** Meters above sea level. */
  readonly altitude: number;
  private readonly metric: (name: string) => Float64Array;
  private readonly count: number;
  private readonly stepMs: number;

  constructor(
    private readonly planned: PlannedHours,
    { firstMs, stepMs, count }: StepsSpan,
    readonly latitude: number,
    readonly longitude: number,
  ) {
    this.timesMs = regularSeries(firstMs, stepMs, count);
    this.hours = stepMs / HOUR_MS;
    this.altitude = planned.altitude;
    this.count = count;
    this.stepMs = stepMs;
    this.metric = planned.at({ firstMs: firstMs - stepMs, stepMs, count: count + 1 });
  }

  /** A metric at each step, in its metric unit. */
  at(name: string): Float64Array {
    return this.metric(name).subarray(1);
  }

  /** The same at the step before each: its amounts fall up to the step, as Open-Meteo counts them. */
  before(name: string): Float64Array {
    return this.metric(name).subarray(0, this.count);
  }

  /** A metric at each step; where its variable is the highest value of a span, that of the hour before the step. */
  highest(name: string, variable: VariableName): Float64Array {
    const { timesMs, planned, stepMs, count } = this;
    const at = this.at(name);
    if (count === 0) return at;
    const before = planned.at({ firstMs: timesMs[0] - HOUR_MS, stepMs, count })(name);
    const isHighest = (timeMs: number) =>
      planned.isHighest(variable, timeMs - HOUR_MS) ?? planned.isHighest(variable, timeMs);
    return mapSeries(timesMs, (timeMs, i) => (isHighest(timeMs) ? before[i] : at[i]));
  }

  /** Values that are calculated by the hour, at the hour in which the step before each lies. */
  beforeByHour(make: (metric: (name: string) => Float64Array) => Float64Array): Float64Array {
    const hours = mapSeries(this.timesMs, (timeMs) => Math.floor((timeMs - this.stepMs) / HOUR_MS));
    if (hours.length === 0) return hours;
    const [first, last] = [hours[0], hours[hours.length - 1]];
    const span = { firstMs: first * HOUR_MS, stepMs: HOUR_MS, count: last - first + 1 };
    const values = make(this.planned.at(span));
    return mapSeries(hours, (hour) => values[hour - first]);
  }
}
