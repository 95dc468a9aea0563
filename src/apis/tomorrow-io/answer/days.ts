import { HOUR_MS } from '../../../core/time/index.js';
import { type LocalDay, type PlaceHours, wholeHourFrom } from '../../../forecast/index.js';
import { noSeries } from '../../../weather/meteo/index.js';
import type { AskedField } from '../fields/asked-fields.js';
import type { Measure, NumberField } from '../fields/fields.js';
import { Steps } from '../fields/steps.js';
import type { AskedLocation } from '../request/location.js';

/** The range of a day's hours, among the hours of all days. */
interface HourRange {
  first: number;
  end: number;
}

/** Max and Min use the hours that have a value, Avg and Sum require all of them; NaN for null. */
const MEASURES: Readonly<Record<Measure, (values: Float64Array) => number>> = {
  Max: (values) => extreme(values, Math.max),
  Min: (values) => extreme(values, Math.min),
  Avg: (values) => sum(values) / values.length,
  // Part of a day's rain is not the day's total.
  Sum: sum,
};

/** Computes the fields of days, each from the hours that begin in the day. */
export class Days {
  private readonly firstHourMs: number;
  private readonly ranges: readonly HourRange[];
  private readonly steps: Steps | undefined;
  private readonly known = new Map<string, Float64Array>();

  constructor(
    hours: PlaceHours | undefined,
    private readonly days: readonly LocalDay[],
    private readonly location: AskedLocation,
  ) {
    this.firstHourMs = wholeHourFrom(days[0].startMs);
    const index = (timeMs: number) => (wholeHourFrom(timeMs) - this.firstHourMs) / HOUR_MS;
    this.ranges = days.map(({ startMs, endMs }) => ({ first: index(startMs), end: index(endMs) }));
    const count = this.ranges[days.length - 1].end;
    this.steps = hours && new Steps(hours, { firstMs: this.firstHourMs, stepMs: HOUR_MS, count });
  }

  /** Returns one value per day, in the metric unit. */
  values({ base, measure = 'Max' }: Pick<AskedField, 'base' | 'measure'>, field: NumberField): Float64Array {
    const { steps } = this;
    const { derive, ofDay } = field;
    if (!steps || !derive) return noSeries(this.days.length);
    if (ofDay) return Float64Array.from(this.ranges, (range) => ofDay(this.day(steps, range)));
    let hourly = this.known.get(base);
    if (!hourly) this.known.set(base, (hourly = derive(steps)));
    const summarize = MEASURES[measure];
    return Float64Array.from(this.ranges, ({ first, end }) => summarize(hourly.subarray(first, end)));
  }

  private day(steps: Steps, { first, end }: HourRange) {
    return {
      latitude: this.location.latitude,
      longitude: this.location.longitude,
      firstHourMs: this.firstHourMs + first * HOUR_MS,
      metric: (name: string) => steps.at(name).subarray(first, end),
    };
  }
}

function extreme(values: Float64Array, choose: (...values: number[]) => number): number {
  const there = values.filter((value) => !Number.isNaN(value));
  return there.length === 0 ? NaN : choose(...there);
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}
