import { HOUR_MS } from '../../core/time/index.js';
import { type UnitSystem, sunTimes } from '../../weather/meteo/index.js';
import type { DailyForm, DailyMeasure, DaySource } from '../../weather/metrics/index.js';
import { type MetricSeries } from '../series/metric-series.js';
import { type Column, type NumberColumn, servedColumn, type ServedTimeline } from './served-timeline.js';
import { type LocalDay, wholeHourFrom } from '../request/timeline-spans.js';

/** The location of the days. */
export interface Place {
  latitude: number;
  longitude: number;
}

/**
 * Builds daily entries from the hours that begin in each day, as far as the series has them. Hours without a value are
 * skipped. A day is null if no hour has a value, or if one lacks a value that `everyHourOf` has.
 */
export function dailyTimeline(
  series: MetricSeries,
  days: readonly LocalDay[],
  fields: readonly string[],
  units: UnitSystem,
  place: Place,
): ServedTimeline {
  const daily = new Days(series, days, place);
  const suns = days.map(({ startMs }) => sunTimes(startMs, place.latitude, place.longitude));
  const forms = fields.flatMap((name) => series.metrics.get(name).daily);
  const columns: Column[] = [
    ...forms.map((form) => daily.column(form, units)),
    { name: 'sunriseTime', instantsMs: Float64Array.from(suns, ({ sunriseMs }) => sunriseMs) },
    { name: 'sunsetTime', instantsMs: Float64Array.from(suns, ({ sunsetMs }) => sunsetMs) },
  ];
  return { timesMs: Float64Array.from(days, ({ startMs }) => startMs), columns };
}

const NOTHING: Record<DailyMeasure, number> = { minimum: NaN, maximum: NaN, sum: NaN, average: NaN };

/** The indexes of a day's first hour in the series, and of the hour after its last. */
interface HourRange {
  first: number;
  end: number;
}

class Days {
  private readonly ranges: HourRange[];

  constructor(
    private readonly series: MetricSeries,
    days: readonly LocalDay[],
    private readonly place: Place,
  ) {
    const index = (timeMs: number) => Math.max(0, (wholeHourFrom(timeMs) - series.firstHourMs) / HOUR_MS);
    this.ranges = days.map(({ startMs, endMs }) => ({ first: index(startMs), end: index(endMs) }));
  }

  column(form: DailyForm, units: UnitSystem): NumberColumn {
    const { measure, metric } = form;
    if (measure === 'sum') return this.sums(form, units);
    const values =
      typeof measure === 'function'
        ? this.overDays(form, (range) => measure(this.dayOf(range)))
        : this.summarized(form, this.series.values(metric), measure);
    return servedColumn(form, values, units);
  }

  /**
   * Sums the values as they are served, so that a day equals the sum of its entries to the last digit; or the mean
   * rates of a source that has them.
   */
  private sums(form: DailyForm, units: UnitSystem): NumberColumn {
    const { series } = this;
    const rates = series.meanRates?.(form.metric);
    if (rates) return servedColumn(form, this.summarized(form, rates, 'sum'), units);
    const { decimals, scaled } = servedColumn(form, series.values(form.metric), units);
    return { name: form.name, decimals, scaled: this.summarized(form, scaled, 'sum') };
  }

  private dayOf({ first, end }: HourRange): DaySource {
    const { series, place } = this;
    return {
      latitude: place.latitude,
      longitude: place.longitude,
      firstHourMs: series.firstHourMs + first * HOUR_MS,
      metric: (name) => series.values(name).subarray(first, end),
    };
  }

  private summarized(form: DailyForm, values: Float64Array, measure: DailyMeasure): Float64Array {
    return this.overDays(form, (range) => summarize(values, range)[measure]);
  }

  private overDays({ metric, everyHourOf }: DailyForm, value: (range: HourRange) => number): Float64Array {
    if (everyHourOf === undefined) return Float64Array.from(this.ranges, value);
    const [values, others] = [metric, everyHourOf].map((name) => this.series.values(name));
    return Float64Array.from(this.ranges, (range) =>
      hasEveryHourOf(others, values, range) ? value(range) : NaN,
    );
  }
}

/** Whether a day has a value in every hour in which `others` has one. */
function hasEveryHourOf(others: Float64Array, values: Float64Array, { first, end }: HourRange): boolean {
  for (let hour = first; hour < Math.min(end, values.length); hour++)
    if (Number.isNaN(values[hour]) && !Number.isNaN(others[hour])) return false;
  return true;
}

/** Summarizes the hours of a day that have a value; NaN if there are none. */
function summarize(values: Float64Array, { first, end }: HourRange) {
  let [minimum, maximum, sum, count] = [Infinity, -Infinity, 0, 0];
  for (let hour = first; hour < Math.min(end, values.length); hour++) {
    const value = values[hour];
    if (Number.isNaN(value)) continue;
    if (value < minimum) minimum = value;
    if (value > maximum) maximum = value;
    sum += value;
    count++;
  }
  return count === 0 ? NOTHING : { minimum, maximum, sum, average: sum / count };
}
