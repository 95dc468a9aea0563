import { HOUR_MS } from '../../core/time/index.js';
import type { ClimatologyVariable } from '../../weather/meteo/index.js';

export const MONTHS = 12;

/** The long-term monthly means of one point; see `climatologyAt`. */
export class ClimatologyPoint {
  private readonly means = new Map<ClimatologyVariable, Float64Array>();

  /**
   * @param terrainHeight meters; the height of temperature, dew point and pressure
   * @param readMeans reads the twelve means of a variable, in its unit
   */
  constructor(
    readonly terrainHeight: number,
    private readonly readMeans: (variable: ClimatologyVariable) => Float64Array,
  ) {}

  /**
   * One value for each hour, interpolated linearly between the middles of the months, which the means stand for.
   *
   * @param firstHourMs milliseconds since 1970-01-01T00:00:00Z
   */
  values(variable: ClimatologyVariable, firstHourMs: number, hours: number): Float64Array {
    let means = this.means.get(variable);
    if (!means) this.means.set(variable, (means = this.readMeans(variable)));
    const values = new Float64Array(hours);
    let [beforeMs, afterMs, month] = [NaN, NaN, 0];
    for (let hour = 0; hour < hours; hour++) {
      const timeMs = firstHourMs + hour * HOUR_MS;
      // Also true for the first hour, which has no interval yet.
      if (!(timeMs < afterMs)) [beforeMs, afterMs, month] = intervalAround(timeMs);
      const share = (timeMs - beforeMs) / (afterMs - beforeMs);
      values[hour] = means[month] + share * (means[(month + 1) % MONTHS] - means[month]);
    }
    return values;
  }
}

/** The middles of the months before and after a time, and the month (0..11) of the first. */
function intervalAround(timeMs: number): [beforeMs: number, afterMs: number, month: number] {
  const date = new Date(timeMs);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  const first = timeMs < middleOfMonth(year, month) ? month - 1 : month;
  return [middleOfMonth(year, first), middleOfMonth(year, first + 1), (first + MONTHS) % MONTHS];
}

/** @param month may be outside 0..11, for months of the year before or after */
function middleOfMonth(year: number, month: number): number {
  return (startOfMonth(year, month) + startOfMonth(year, month + 1)) / 2;
}

function startOfMonth(year: number, month: number): number {
  // Date.UTC would map the years 0 to 99 to those of the 20th century.
  return new Date(0).setUTCFullYear(year, month, 1);
}
