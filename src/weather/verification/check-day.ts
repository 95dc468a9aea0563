import { DAY_HOURS, NO_VALUE, OBSERVED_DAY, observedOffset, forecastOffset } from './kept-values.js';
import type { DayForecast } from './score-day.js';
import { CHECKED_LEADS } from './station-checks.js';

const STUCK_HOURS = 12;
const LEAST_KNOWN_HOURS = 24;
const LEAST_SHARE = 0.8;
const MOST_HELD = 0.05;

/**
 * Takes out of a day's reports the temperatures and dew points that can't be right: those from which all forecasts of the
 * next day differ by too much, and a temperature that has stood still for more than 12 hours while the wind changed.
 *
 * @param before what was observed the day before
 * @param mostError by how much the forecasts for a station can differ, in tenths
 * @returns how many temperatures of each station were taken out. Yields after each station.
 */
export function* holdImplausible(
  observed: Int16Array,
  before: Int16Array | undefined,
  stations: number,
  forecasts: readonly DayForecast[],
  mostError: (station: number) => number,
): Generator<void, Int32Array> {
  const held = new Int32Array(stations);
  for (let station = 0; station < stations; station++) {
    const first = observedOffset('temperature', station);
    const stuck = stuckHours(observed, before, station);
    for (let hour = 0; hour < DAY_HOURS; hour++) {
      const truth = observed[first + hour];
      if (truth === NO_VALUE) continue;
      if (!stuck.has(hour) && isPlausible(truth, station, hour, forecasts, mostError(station))) continue;
      observed[first + hour] = NO_VALUE;
      observed[observedOffset('dewPoint', station) + hour] = NO_VALUE;
      held[station]++;
    }
    yield;
  }
  return held;
}

function isPlausible(
  truth: number,
  station: number,
  hour: number,
  forecasts: readonly DayForecast[],
  mostError: number,
): boolean {
  let isCompared = false;
  for (const { leadHours, values } of forecasts) {
    const lead = leadHours + hour;
    const forecast = values[forecastOffset('temperature', station) + hour];
    if (lead < 0 || lead >= CHECKED_LEADS || forecast === NO_VALUE) continue;
    if (Math.abs(forecast - truth) <= mostError) return true;
    isCompared = true;
  }
  return !isCompared;
}

function stuckHours(observed: Int16Array, before: Int16Array | undefined, station: number): Set<number> {
  const at = (name: 'temperature' | 'windSpeed', hour: number) =>
    hour < 0
      ? (before?.[observedOffset(name, station) + hour + DAY_HOURS] ?? NO_VALUE)
      : observed[observedOffset(name, station) + hour];
  const stuck = new Set<number>();
  let since = -DAY_HOURS;
  for (let hour = -DAY_HOURS; hour < DAY_HOURS; hour++) {
    if (at('temperature', hour) === NO_VALUE || at('temperature', hour) !== at('temperature', since))
      since = hour;
    if (hour < 0 || hour - since <= STUCK_HOURS) continue;
    const winds = new Set<number>();
    for (let k = since; k <= hour; k++) winds.add(at('windSpeed', k));
    winds.delete(NO_VALUE);
    if (winds.size > 1) stuck.add(hour);
  }
  return stuck;
}

/**
 * Returns which stations have a newest temperature that was taken out.
 * @param reported before anything was taken out
 */
export function newestTakenOut(reported: Int16Array, observed: Int16Array, stations: number): boolean[] {
  return Array.from({ length: stations }, (_, station) => {
    const first = observedOffset('temperature', station);
    const last = reported.subarray(first, first + DAY_HOURS).findLastIndex((value) => value !== NO_VALUE);
    return last !== -1 && observed[first + last] === NO_VALUE;
  });
}

/**
 * Returns which stations can be relied on: over the last 7 days, once a station is known for a day, at least 80 % of its
 * hours, of which at most 5 % were taken out. Yields after each station.
 *
 * @param days what was observed, the newest last, before anything was taken out of it
 * @param hours how many hours of the newest are over
 * @param held how many temperatures were taken out in these days
 * @param wasRead whether there are reports of an hour at all: no station is to blame for the others
 */
export function* reliableStations(
  days: readonly (Int16Array | undefined)[],
  hours: number,
  held: Int32Array,
  wasRead: (day: number, hour: number) => boolean,
): Generator<void, boolean[]> {
  const counted = days.map((_, day) =>
    Array.from({ length: day === days.length - 1 ? hours : DAY_HOURS }, (__, hour) => hour).filter((hour) =>
      wasRead(day, hour),
    ),
  );
  const reliable: boolean[] = [];
  for (const [station, heldHours] of held.entries()) {
    let [known, present] = [0, 0];
    for (const [day, observed] of days.entries()) {
      if (!observed || observed.length < (station + 1) * OBSERVED_DAY) continue;
      const first = observedOffset('temperature', station);
      for (const hour of counted[day]) {
        const isPresent = observed[first + hour] !== NO_VALUE;
        if (isPresent || known > 0) known++;
        if (isPresent) present++;
      }
    }
    reliable.push(
      known < LEAST_KNOWN_HOURS
        ? heldHours === 0
        : present >= LEAST_SHARE * known && heldHours <= MOST_HELD * Math.max(present, 1),
    );
    yield;
  }
  return reliable;
}
