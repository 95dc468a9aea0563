import { atOnce } from '../../../src/core/background/index.js';
import {
  CORRECTED_FIELDS,
  DAY_HOURS,
  FORECAST_DAY,
  HOUR_BINS,
  LEAD_DAYS,
  NO_VALUE,
  OBSERVED_DAY,
  STATION_BIASES,
  learnDay,
  observedOffset,
  forecastOffset,
} from '../../../src/weather/verification/index.js';

/**
 * Returns what stations have taught after days of forecasts that were wrong by the same in every hour, in degrees, of
 * which what was carried to them took half.
 */
export function taughtBiases(
  stations: number,
  days: number,
  errors: Record<(typeof CORRECTED_FIELDS)[number], number>,
): Int16Array {
  const observed = new Int16Array(stations * OBSERVED_DAY).fill(NO_VALUE);
  const values = new Int16Array(stations * FORECAST_DAY).fill(NO_VALUE);
  for (let station = 0; station < stations; station++)
    for (const name of CORRECTED_FIELDS) {
      const [truths, forecasts] = [observedOffset(name, station), forecastOffset(name, station)];
      observed.fill(50, truths, truths + DAY_HOURS);
      values.fill(50 + 10 * errors[name], forecasts, forecasts + DAY_HOURS);
    }
  const day = {
    observed,
    forecasts: Array.from({ length: LEAD_DAYS }, (_, ahead) => ({
      ...{ source: 'auto_uncorrected', leadHours: ahead * DAY_HOURS, values },
    })),
    isReliable: Array<boolean>(stations).fill(true),
    carriedTo: () => CORRECTED_FIELDS.map((name) => Array<number>(HOUR_BINS).fill(errors[name] / 2)),
  };
  let biases: Int16Array = new Int16Array(stations * STATION_BIASES);
  for (let learned = 0; learned < days; learned++) biases = atOnce(learnDay(biases, day));
  return biases;
}
