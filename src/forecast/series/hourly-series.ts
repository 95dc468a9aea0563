import {
  VARIABLES,
  type Variable,
  type VariableName,
  hourlyAmounts,
  hourlyMeans,
  interpolateLinear,
  interpolateMonotoneCubic,
  noSeries,
  regularSeries,
} from '../../weather/meteo/index.js';
import type { StoredVariable } from '../../store/format/index.js';
import type { StoredPoint } from '../../store/read/index.js';
import { planeSpans } from './plane-spans.js';

/**
 * A run's variables hour by hour at one point, in the units of the store. How steps become hours depends on the
 * variable's `time` (meteo/variables.ts) and on the statistic of its values: a value of a span applies to all hours of
 * the span, whatever the variable.
 */
export class HourlySeries {
  private readonly cache = new Map<VariableName, Float64Array>();
  private readonly hours: Float64Array;
  /**
   * The index after the last step that a curve through the hours depends on: one step beyond the interval of the last
   * hour.
   */
  private readonly endOfCurve: number;
  /** The index of the step at the first hour, if the other hours are the steps that follow. */
  private readonly firstStep: number | undefined;

  /**
   * @param firstHour hours after the run
   * @param count number of hours
   */
  constructor(
    private readonly point: StoredPoint,
    firstHour: number,
    count: number,
  ) {
    const { stepsHours } = point;
    this.hours = regularSeries(firstHour, 1, count);
    const firstStep = stepsHours.indexOf(firstHour);
    let following = 0;
    while (following < count && stepsHours[firstStep + following] === firstHour + following) following++;
    this.firstStep = following === count ? firstStep : undefined;
    this.endOfCurve = Math.min(firstAfter(stepsHours, firstHour + count - 1) + 2, stepsHours.length);
  }

  /** One value for each hour; NaN where missing, everywhere if the run lacks the variable. */
  get(name: VariableName): Float64Array {
    const cached = this.cache.get(name);
    if (cached) return cached;
    const values = this.read(name);
    this.cache.set(name, values);
    return values;
  }

  private read(name: VariableName): Float64Array {
    const stored = this.point.variable(name);
    const { time, minimum = -Infinity, maximum = Infinity }: Variable = VARIABLES[name];
    const values = stored && this.point.series(name, this.endStep(stored, time));
    if (!values) return noSeries(this.hours.length);
    const series = this.toHours(stored, values, time);
    if (minimum === -Infinity && maximum === Infinity) return series;
    for (let i = 0; i < series.length; i++) {
      // NaN fails both comparisons, so missing values stay missing.
      if (series[i] < minimum) series[i] = minimum;
      else if (series[i] > maximum) series[i] = maximum;
    }
    return series;
  }

  /** The index after the last step that the hours depend on. */
  private endStep(stored: StoredVariable, time: Variable['time']): number {
    if (!isOfSpans(stored, time)) return this.endOfCurve;
    const { stepsHours } = this.point;
    const { endHours, steps } = planeSpans(stored, stepsHours);
    const span = firstAfter(endHours, this.hours[this.hours.length - 1]);
    return span < steps.length ? steps[span] + 1 : stepsHours.length;
  }

  private toHours(stored: StoredVariable, values: Float64Array, time: Variable['time']): Float64Array {
    const { hours } = this;
    const { stepsHours } = this.point;
    if (isOfSpans(stored, time)) {
      const spans = planeSpans(stored, stepsHours);
      if (stored.statistic === 'amount') return hourlyAmounts(spans, values, hours);
      const lastHour = stepsHours[stepsHours.length - 1];
      return hourlyMeans(spans, values, hours, lastHour);
    }
    if (this.firstStep !== undefined) return values.subarray(this.firstStep, this.firstStep + hours.length);
    const interpolate = time === 'linear' ? interpolateLinear : interpolateMonotoneCubic;
    return interpolate(stepsHours, values, hours);
  }
}

function isOfSpans({ statistic }: StoredVariable, time: Variable['time']): boolean {
  return statistic !== 'instant' || time === 'span';
}

/** The index of the first of some ascending numbers that is above a limit; their count if none is. */
function firstAfter(numbers: ArrayLike<number>, limit: number): number {
  let index = 0;
  while (index < numbers.length && numbers[index] <= limit) index++;
  return index;
}
