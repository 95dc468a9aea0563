import { HOUR_MS } from '../../../core/time/index.js';
import type { PlaceHours } from '../../../forecast/index.js';
import { mapSeries, regularSeries } from '../../../weather/meteo/index.js';

export interface StepsSpan {
  firstMs: number;
  stepMs: number;
  count: number;
}

/**
 * The steps of a timeline at one place, from which fields are derived. Arrays have one value per step, NaN for null.
 */
export class Steps {
  readonly timesMs: Float64Array;
  /** Meters above sea level. */
  readonly altitude: number;
  /** Returns a metric at each step, in its metric unit. The array must not be modified. */
  readonly at: (metric: string) => Float64Array;
  private hours: Steps | undefined;

  /** @param amountHours length of the period that amounts cover */
  constructor(
    private readonly planned: PlaceHours,
    private readonly span: StepsSpan,
    readonly amountHours = span.stepMs / HOUR_MS,
  ) {
    this.timesMs = regularSeries(span.firstMs, span.stepMs, span.count);
    this.altitude = planned.altitude;
    this.at = planned.at(span);
  }

  /** Computes hourly values, such as amounts of precipitation, and gives each step the value of its hour. */
  ofHours(make: (hours: Steps) => Float64Array): Float64Array {
    const { firstMs, stepMs, count } = this.span;
    if (stepMs === HOUR_MS) return make(this);
    const hourOf = (timeMs: number) => Math.floor(timeMs / HOUR_MS);
    const first = hourOf(firstMs);
    const last = hourOf(firstMs + (count - 1) * stepMs);
    this.hours ??= new Steps(this.planned, {
      firstMs: first * HOUR_MS,
      stepMs: HOUR_MS,
      count: last - first + 1,
    });
    const values = make(this.hours);
    return mapSeries(this.timesMs, (timeMs) => values[hourOf(timeMs) - first]);
  }
}
