import {
  DAY_HOURS,
  FORECAST_DAY,
  KEPT_VALUES,
  type KeptValue,
  NO_VALUE,
  OBSERVED_DAY,
  OBSERVED_VALUES,
} from './kept-values.js';
import type { DayForecast } from './score-day.js';

/** The first hours of a run stand for what happened. */
const TRUE_HOURS = 6;

/**
 * Returns what runs of one model say of a day in their first 6 hours, hour by hour from the newest: in place of what
 * was observed, [station][value][hour]. Yields after each hour.
 */
export function* truthOfRuns(runs: readonly DayForecast[], stations: number): Generator<void, Int16Array> {
  const truth = new Int16Array(stations * OBSERVED_DAY).fill(NO_VALUE);
  for (let hour = 0; hour < DAY_HOURS; hour++) {
    const newest = runs
      .filter(({ leadHours }) => leadHours + hour >= 0 && leadHours + hour < TRUE_HOURS)
      .sort((one, other) => one.leadHours - other.leadHours)[0] as DayForecast | undefined;
    if (!newest) continue;
    OBSERVED_VALUES.forEach((name, to) => {
      const from = KEPT_VALUES.indexOf(name as KeptValue);
      for (let station = 0; from !== -1 && station < stations; station++)
        truth[station * OBSERVED_DAY + to * DAY_HOURS + hour] =
          newest.values[station * FORECAST_DAY + from * DAY_HOURS + hour];
    });
    yield;
  }
  return truth;
}
