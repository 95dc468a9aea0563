import type { DayForecast } from './score-day.js';
import { DAY_HOURS, NO_VALUE, forecastOffset, observedOffset } from './kept-values.js';

/** An error, in tenths of a degree, is too large beyond this, or beyond so many usual ones of the station. */
export const MOST_TENTHS = 150;
const MOST_ERRORS = 5;
/** Reports are rounded to a degree at many stations, so that their errors can seem to be nearly none. */
const LEAST_USUAL_TENTHS = 5;
const LEAST_DAYS = 10;
/** How fast the usual error forgets. */
const ERROR_RATE = 0.05;
/** Forecasts that reports are checked with are this new. */
export const CHECKED_LEADS = DAY_HOURS;

/** How many days before are looked at to see whether a station can be relied on. */
export const EARLIER_DAYS = 6;
const USUAL_ERROR = 1;
const FIRST_HELD = 2;
const IS_OUT = FIRST_HELD + EARLIER_DAYS;
/**
 * What is known of a station at the end of a day: on how many days its errors were seen, the usual one, how many of its
 * temperatures were taken out on this and the five days before, the newest first, and 1 if its reports aren't used.
 */
export const CHECK_NUMBERS = IS_OUT + 1;

/** Returns by how much the forecasts for a station can differ from a temperature that is right, in tenths of a degree. */
export function mostError(checks: Float32Array, station: number): number {
  const first = station * CHECK_NUMBERS;
  if (checks[first] < LEAST_DAYS) return MOST_TENTHS;
  return Math.min(MOST_TENTHS, MOST_ERRORS * Math.max(checks[first + USUAL_ERROR], LEAST_USUAL_TENTHS));
}

/** Whether the reports of a station are not used: it can't be relied on, or its newest temperature was taken out. */
export function isOut(checks: Float32Array, station: number): boolean {
  return checks[station * CHECK_NUMBERS + IS_OUT] === 1;
}

/** Returns how many temperatures of a station were taken out on the days before. */
export function heldBefore(checks: Float32Array, station: number): number {
  const first = station * CHECK_NUMBERS + FIRST_HELD;
  return checks.subarray(first, first + EARLIER_DAYS).reduce((sum, held) => sum + held, 0);
}

/** Whether temperatures of a station were taken out so many days before. */
export function isHeldOn(checks: Float32Array, station: number, daysBefore: number): boolean {
  return checks[station * CHECK_NUMBERS + FIRST_HELD + daysBefore - 1] > 0;
}

/**
 * Goes on from the end of the day before to that of the day. Yields after each station.
 * @param observed without what was taken out
 * @param held how many temperatures of each station were taken out
 * @param out whether the reports of each station are not used
 */
export function* checksAfter(
  before: Float32Array,
  observed: Int16Array,
  forecasts: readonly DayForecast[],
  held: Int32Array,
  out: readonly boolean[],
): Generator<void, Float32Array> {
  const checks = before.slice();
  for (const [station, heldHours] of held.entries()) {
    yield;
    const first = station * CHECK_NUMBERS;
    const earlier = before.subarray(first + FIRST_HELD, first + IS_OUT - 1);
    checks.set([heldHours, ...earlier, Number(out[station])], first + FIRST_HELD);
    const error = meanError(observed, forecasts, station);
    if (Number.isNaN(error)) continue;
    checks[first] += 1;
    checks[first + USUAL_ERROR] +=
      Math.max(ERROR_RATE, 1 / checks[first]) * (error - checks[first + USUAL_ERROR]);
  }
  return checks;
}

/** The mean absolute error of the temperature in the forecasts of the next day; NaN without any. */
function meanError(observed: Int16Array, forecasts: readonly DayForecast[], station: number): number {
  let [sum, cases] = [0, 0];
  for (let hour = 0; hour < DAY_HOURS; hour++) {
    const truth = observed[observedOffset('temperature', station) + hour];
    if (truth === NO_VALUE) continue;
    for (const { leadHours, values } of forecasts) {
      const forecast = values[forecastOffset('temperature', station) + hour];
      if (leadHours + hour < 0 || leadHours + hour >= CHECKED_LEADS || forecast === NO_VALUE) continue;
      sum += Math.abs(forecast - truth);
      cases += 1;
    }
  }
  return sum / cases;
}
