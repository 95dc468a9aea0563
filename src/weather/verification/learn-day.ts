import { BIAS_NUMBERS, learnError } from './bias-experts.js';
import { DAY_HOURS, NO_VALUE, observedOffset, forecastOffset } from './kept-values.js';
import { HOUR_BIN, type DayForecast } from './score-day.js';
import {
  CORRECTED_FIELDS,
  STATION_BIASES,
  STATION_CORRECTIONS,
  correctionIndex,
  isPutOut,
  learnCarried,
  readBias,
  setPutOut,
  writeBias,
} from './station-biases.js';

const TENTHS = 10;

/** What is learned from, of a day at some stations. */
export interface DayToLearn {
  /** [station][value][hour], without what the checks have taken out */
  readonly observed: Int16Array;
  /** Those without correction. */
  readonly forecasts: readonly DayForecast[];
  /** Which stations the checks haven't put out. */
  readonly isReliable: readonly boolean[];
  /** Returns what the other stations' corrections of the day before suggest, in degrees: [field][hour bin]. */
  readonly carriedTo: (station: number) => readonly (readonly number[])[];
}

/**
 * Goes on from the biases at the end of the day before to those at the end of the day. Learns for each three hours and
 * day ahead once, from the mean error. Yields after each station.
 *
 * @param before [station][number], see `STATION_BIASES`
 */
export function* learnDay(before: Int16Array, day: DayToLearn): Generator<void, Int16Array> {
  const biases = before.slice();
  const bias = new Float64Array(BIAS_NUMBERS);
  for (let station = 0; station * STATION_BIASES < biases.length; station++) {
    const sums = new Float64Array(STATION_CORRECTIONS);
    const cases = new Uint16Array(STATION_CORRECTIONS);
    for (const [field, carried] of day.carriedTo(station).entries()) {
      const worth = addField(day, station, field, carried, sums, cases);
      // Where nothing was carried, nothing is learned about it.
      if (carried.some((correction) => correction !== 0) && worth)
        learnCarried(biases, station, field, worth);
    }
    cases.forEach((added, index) => {
      if (added === 0) return;
      readBias(biases, station, index, bias);
      learnError(bias, sums[index] / added, added);
      writeBias(biases, station, index, bias);
    });
    // A station that falls silent stays out once it was.
    const isSilent = cases.every((added) => added === 0);
    setPutOut(biases, station, !day.isReliable[station] || (isSilent && isPutOut(before, station)));
    yield;
  }
  return biases;
}

/**
 * Adds the errors of all forecasts to those of their corrections.
 * @returns what corrections that are carried there would have been worth for forecasts of the next 24 hours
 */
function addField(
  { observed, forecasts }: DayToLearn,
  station: number,
  field: number,
  suggested: readonly number[],
  sums: Float64Array,
  cases: Uint16Array,
): { raw: number; carried: number } | undefined {
  const name = CORRECTED_FIELDS[field];
  const [truths, first] = [observedOffset(name, station), forecastOffset(name, station)];
  let [compared, raw, carried] = [0, 0, 0];
  for (const { leadHours, values } of forecasts)
    for (let hour = Math.max(0, Math.ceil(-leadHours)); hour < DAY_HOURS; hour++) {
      const [truth, forecast] = [observed[truths + hour], values[first + hour]];
      if (truth === NO_VALUE || forecast === NO_VALUE) continue;
      const error = (forecast - truth) / TENTHS;
      const index = correctionIndex(field, leadHours + hour, hour);
      sums[index] += error;
      cases[index]++;
      if (leadHours + hour >= DAY_HOURS) continue;
      compared++;
      raw += Math.abs(error);
      carried += Math.abs(error - suggested[Math.floor(hour / HOUR_BIN)]);
    }
  return compared === 0 ? undefined : { raw: raw / compared, carried: carried / compared };
}
