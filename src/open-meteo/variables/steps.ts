import { HOUR_MS, type PlannedHours } from '../../forecast/dialect.types.js';
import { regularSeries } from '../../meteo/series.js';

export interface StepsSpan {
  firstMs: number;
  stepMs: number;
  count: number;
}

/** The steps of a timeline at one place, of which variables are made. Arrays have one value for each, NaN for null. */
export class Steps {
  readonly timesMs: Float64Array;
  /** How long a step is, in hours. */
  readonly hours: number;
  /** Metres above the sea. */
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

  /** The same at the step before each: what falls in it falls until the step, as Open-Meteo counts. */
  before(name: string): Float64Array {
    return this.metric(name).subarray(0, this.count);
  }
}
