import { interpolateLinear, interpolateMonotoneCubic } from '../../meteo/interpolation.js';
import { noSeries, regularSeries } from '../../meteo/series.js';
import { hourlyAmounts, hourlyMeans } from '../../meteo/spans.js';
import { VARIABLES, type Variable, type VariableName } from '../../meteo/variables.js';
import { type StoredVariable } from '../../model-store/run-manifest.js';
import { type StoredPoint } from '../../model-store/stored-point.js';
import { planeSpans } from './plane-spans.js';

/**
 * The hours of an answer at one point, variable by variable, in the units of the store. How the run's steps become
 * hours follows from the variable's course in time (meteo/variables.ts) and from what its values are of: what is of a
 * span holds for the hours of the span, whatever the variable.
 */
export class HourlySeries {
  private readonly cache = new Map<VariableName, Float64Array>();
  private readonly hours: Float64Array;

  /**
   * @param firstHour hours after the run
   * @param count number of hours
   */
  constructor(
    private readonly point: StoredPoint,
    firstHour: number,
    count: number,
  ) {
    this.hours = regularSeries(firstHour, 1, count);
  }

  /** One value for each hour; NaN where missing, everywhere when the run lacks the variable. */
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
    for (let i = 0; i < series.length; i++) series[i] = Math.min(Math.max(series[i], minimum), maximum);
    return series;
  }

  /** The index after the last step that the hours depend on. */
  private endStep(stored: StoredVariable, time: Variable['time']): number {
    const { stepsHours } = this.point;
    const lastHour = this.hours[this.hours.length - 1];
    if (isOfSpans(stored, time)) {
      const { endHours, places } = planeSpans(stored, stepsHours);
      const span = firstAfter(endHours, lastHour);
      return span < places.length ? places[span] + 1 : stepsHours.length;
    }
    // A curve depends on the step after the interval that it is in.
    return Math.min(firstAfter(stepsHours, lastHour) + 2, stepsHours.length);
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
    const interpolate = time === 'linear' ? interpolateLinear : interpolateMonotoneCubic;
    return interpolate(stepsHours, values, hours);
  }
}

function isOfSpans({ statistic }: StoredVariable, time: Variable['time']): boolean {
  return statistic !== 'instant' || time === 'span';
}

/** The index of the first of some ascending numbers that is larger than one; their count where none is. */
function firstAfter(numbers: ArrayLike<number>, limit: number): number {
  let index = 0;
  while (index < numbers.length && numbers[index] <= limit) index++;
  return index;
}
