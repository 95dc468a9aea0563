import { BIAS_NUMBERS, correctionOf, learnError } from './bias-experts.js';
import { DAY_HOURS, NO_VALUE, observedPlaceOf, placeOf } from './kept-values.js';
import { HOUR_BIN, HOUR_BINS, type DayForecast } from './score-day.js';

/** What is corrected. */
export const CORRECTED_FIELDS = ['temperature', 'dewPoint'] as const;
/** Days ahead that have corrections of their own; later ones have that of the last. */
export const LEAD_DAYS = 5;
/** Corrections of a station, [field][lead day][hour bin]. */
export const STATION_CORRECTIONS = CORRECTED_FIELDS.length * LEAD_DAYS * HOUR_BINS;
/** Numbers of a station's state. */
export const STATION_BIASES = STATION_CORRECTIONS * BIAS_NUMBERS;

/** Returns which of a station's corrections is for a field, lead and hour of the day. */
export function correctionPlace(field: number, leadHours: number, hour: number): number {
  const day = Math.min(Math.max(Math.floor(leadHours / DAY_HOURS), 0), LEAD_DAYS - 1);
  return (field * LEAD_DAYS + day) * HOUR_BINS + Math.floor(hour / HOUR_BIN);
}

/**
 * Learns from the errors of the uncorrected forecasts for a day: for each three hours and day ahead once, from the mean of
 * those hours that were observed. Yields after each station.
 *
 * @param states [station][correction][number], which is changed
 */
export function* learnDay(
  states: Float32Array,
  stations: number,
  observed: Int16Array,
  forecasts: readonly DayForecast[],
): Generator<void, void> {
  for (let station = 0; station < stations; station++) {
    for (const field of CORRECTED_FIELDS.keys())
      for (let day = 0; day < LEAD_DAYS; day++)
        for (let first = 0; first < DAY_HOURS; first += HOUR_BIN) {
          let [sum, hours] = [0, 0];
          for (let hour = first; hour < first + HOUR_BIN; hour++) {
            const error = meanError(observed, forecasts, CORRECTED_FIELDS[field], station, hour, day);
            if (Number.isNaN(error)) continue;
            sum += error;
            hours++;
          }
          if (hours === 0) continue;
          const place = station * STATION_CORRECTIONS + correctionPlace(field, day * DAY_HOURS, first);
          learnError(states, place * BIAS_NUMBERS, sum / hours, hours);
        }
    yield;
  }
}

/** Returns the mean error of the forecasts that were issued so many days ahead, in °C; NaN if there is none. */
function meanError(
  observed: Int16Array,
  forecasts: readonly DayForecast[],
  name: (typeof CORRECTED_FIELDS)[number],
  station: number,
  hour: number,
  day: number,
): number {
  const truth = observed[observedPlaceOf(name, station) + hour];
  if (truth === NO_VALUE) return NaN;
  let [sum, count] = [0, 0];
  for (const { leadHours, values } of forecasts) {
    const lead = leadHours + hour;
    const forecast = values[placeOf(name, station) + hour];
    if (forecast === NO_VALUE || lead < day * DAY_HOURS || lead >= (day + 1) * DAY_HOURS) continue;
    sum += forecast - truth;
    count++;
  }
  return sum / count / 10;
}

/** Returns the corrections of some stations in tenths of a degree, [station][correction]. */
export function correctionsOf(states: Float32Array): Int8Array {
  const corrections = new Int8Array(states.length / BIAS_NUMBERS);
  for (let i = 0; i < corrections.length; i++)
    corrections[i] = Math.round(10 * correctionOf(states, i * BIAS_NUMBERS));
  return corrections;
}
