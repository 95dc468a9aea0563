import { type MetricName } from '../../meteo/metrics.js';
import { isDaylight, sunTimes } from '../../meteo/sun/sun-times.js';
import { type UnitSystem } from '../../meteo/units.js';
import { windDirection } from '../../meteo/air/wind.js';
import { type MetricSeries } from '../series/metric-series.js';
import { type DailyForm, dailyForms } from './daily-forms.js';
import { type Column, type NumberColumn, servedColumn, type ServedTimeline } from './served-timeline.js';
import { HOUR_MS, type LocalDay, wholeHourFrom } from '../request/timeline-spans.js';
import { DRY_CODES, mostFrequent, mostSevere } from './weather-severity.js';
import { windDirectionVectors } from './wind-vectors.js';

/** Where the days are. */
export interface Place {
  latitude: number;
  longitude: number;
}

/**
 * Entries day by day. A day's hours are those that begin in it, as far as the series has them; hours without a value
 * are left out, and a day without any has null.
 */
export function dailyTimeline(
  series: MetricSeries,
  days: readonly LocalDay[],
  fields: readonly MetricName[],
  units: UnitSystem,
  place: Place,
): ServedTimeline {
  const daily = new Days(series, days, place);
  const suns = days.map(({ startMs }) => sunTimes(startMs, place.latitude, place.longitude));
  const columns: Column[] = [
    ...fields.flatMap(dailyForms).map((form) => daily.column(form, units)),
    { name: 'sunriseTime', instantsMs: Float64Array.from(suns, ({ sunriseMs }) => sunriseMs) },
    { name: 'sunsetTime', instantsMs: Float64Array.from(suns, ({ sunsetMs }) => sunsetMs) },
  ];
  return { timesMs: Float64Array.from(days, ({ startMs }) => startMs), columns };
}

/** From this much (mm) on a day is wet, though each of its hours may have too little to be measured. */
const WET_DAY_MM = 1;
/** What falls then is rain: snow and what freezes are measurable at less than a 24th of that. */
const DRIZZLE = 4000;

const NOTHING = { minimum: NaN, maximum: NaN, sum: NaN, average: NaN };

/** The index of a day's first hour in the series, and that after its last. */
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

  column({ name, metric, measure }: DailyForm, units: UnitSystem): NumberColumn {
    if (measure === 'sum') return this.sums(name, metric, units);
    const values = measure === 'vector-average' ? this.windDirections() : this.measured(metric, measure);
    return servedColumn(metric, values, units, name);
  }

  private measured(
    metric: MetricName,
    measure: Exclude<DailyForm['measure'], 'sum' | 'vector-average'>,
  ): Float64Array {
    const values = this.series.values(metric);
    switch (measure) {
      case 'minimum':
        return this.overDays((range) => summarize(values, range).minimum);
      case 'maximum':
        return this.overDays((range) => summarize(values, range).maximum);
      case 'average':
        return this.overDays((range) => summarize(values, range).average);
      case 'most-severe':
        return this.overDays((range) => this.mostSevereOf(values, range));
      case 'dominant-by-day':
        return this.overDays((range) => this.dominantByDay(values, range));
    }
  }

  private mostSevereOf(codes: Float64Array, range: HourRange): number {
    const worst = mostSevere(present(codes, range));
    if (!DRY_CODES.has(worst)) return worst;
    const { lastPlaces } = servedColumn(
      'precipitationIntensity',
      this.series.values('precipitationIntensity').subarray(range.first, range.end),
      'metric',
    );
    const hundredths = lastPlaces.reduce((sum, value) => (Number.isNaN(value) ? sum : sum + value), 0);
    return hundredths >= 100 * WET_DAY_MM ? DRIZZLE : worst;
  }

  /** Of the served values, so that a day is the sum of its entries to the last place; or the source's own. */
  private sums(name: string, metric: MetricName, units: UnitSystem): NumberColumn {
    const rates = this.series.meanRates?.(metric);
    if (rates)
      return servedColumn(
        metric,
        this.overDays((range) => summarize(rates, range).sum),
        units,
        name,
      );
    const { decimals, lastPlaces } = servedColumn(metric, this.series.values(metric), units);
    const sums = this.overDays((range) => summarize(lastPlaces, range).sum);
    return { name, decimals, lastPlaces: sums };
  }

  private windDirections(): Float64Array {
    const { u, v } = windDirectionVectors(this.series);
    return this.overDays((range) => windDirection(summarize(u, range).average, summarize(v, range).average));
  }

  /** In the polar night, and where no hour begins in the daylight, of the whole day. */
  private dominantByDay(codes: Float64Array, range: HourRange): number {
    const { latitude, longitude } = this.place;
    const { firstHourMs } = this.series;
    const byDay = mostFrequent(
      codes
        .subarray(range.first, range.end)
        .filter((_, i) => isDaylight(firstHourMs + (range.first + i) * HOUR_MS, latitude, longitude)),
    );
    return Number.isNaN(byDay) ? mostFrequent(present(codes, range)) : byDay;
  }

  private overDays(value: (range: HourRange) => number): Float64Array {
    return Float64Array.from(this.ranges, value);
  }
}

/** The hours of a day that have a value. */
function present(values: Float64Array, { first, end }: HourRange): Float64Array {
  return values.subarray(first, end).filter((value) => !Number.isNaN(value));
}

/** Of the hours of a day that have a value; NaN where there is none. */
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
