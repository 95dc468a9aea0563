import { HOUR_MS, type PlannedHours } from '../../../forecast/index.js';
import { regularSeries } from '../../../weather/meteo/index.js';

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

  constructor(
    planned: PlannedHours,
    { firstMs, stepMs, count }: StepsSpan,
    readonly latitude: number,
    readonly longitude: number,
  ) {
    this.timesMs = regularSeries(firstMs, stepMs, count);
    this.hours = stepMs / HOUR_MS;
    this.altitude = planned.altitude;
    this.count = count;
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
}
