import { interpolateLinear, interpolateMonotoneCubic } from '../../meteo/interpolation.js';
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
    this.hours = Float64Array.from({ length: count }, (_, i) => firstHour + i);
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
    const values = this.point.series(name);
    if (!stored || !values) return new Float64Array(this.hours.length).fill(NaN);
    const { time, minimum = -Infinity, maximum = Infinity }: Variable = VARIABLES[name];
    const series = this.toHours(stored, values, time);
    for (let i = 0; i < series.length; i++) series[i] = Math.min(Math.max(series[i], minimum), maximum);
    return series;
  }

  private toHours(stored: StoredVariable, values: Float64Array, time: Variable['time']): Float64Array {
    const { hours } = this;
    const { stepsHours } = this.point;
    if (stored.statistic === 'amount') return hourlyAmounts(planeSpans(stored, stepsHours), values, hours);
    if (stored.statistic === 'mean' || time === 'span') {
      const lastHour = stepsHours[stepsHours.length - 1];
      return hourlyMeans(planeSpans(stored, stepsHours), values, hours, lastHour);
    }
    const interpolate = time === 'linear' ? interpolateLinear : interpolateMonotoneCubic;
    return interpolate(stepsHours, values, hours);
  }
}
