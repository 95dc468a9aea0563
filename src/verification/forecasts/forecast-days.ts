import { DAY_MS, HOUR_MS, startOfUtcDay } from '../../core/time/index.js';
import {
  FORECAST_DAY,
  KEPT_VALUES,
  type KeptValue,
  LONGEST_LEAD_HOURS,
  NO_VALUE,
  kept,
  forecastOffset,
} from '../../weather/verification/index.js';
import type { DayAverages } from './issued-forecasts.service.js';
import { type ForecastPlace, LEADS, type PlaceForecast, validMs } from './run-at-stations.js';

const TENTHS = 10;
const FACTORS: Partial<Record<KeptValue, number>> = { windDirection: 1, precipitationProbability: 1 };

/** The forecasts of a run at some stations, as they are stored: day by day. */
export class ForecastDays {
  /** By the start of the day, [station][value][hour]. */
  readonly days = new Map<number, Int16Array>();
  private readonly hours: readonly { dayMs: number; hour: number }[];

  constructor(
    private readonly runMs: number,
    stations: number,
  ) {
    this.hours = LEADS.map((lead) => {
      const atMs = validMs(runMs, lead);
      const dayMs = startOfUtcDay(new Date(atMs)).getTime();
      return { dayMs, hour: (atMs - dayMs) / HOUR_MS };
    });
    const lastMs = validMs(runMs, LONGEST_LEAD_HOURS);
    for (let dayMs = this.hours[0].dayMs; dayMs <= lastMs; dayMs += DAY_MS)
      this.days.set(dayMs, new Int16Array(stations * FORECAST_DAY).fill(NO_VALUE));
  }

  set(station: number, forecast: PlaceForecast): void {
    for (const name of KEPT_VALUES) {
      const values = forecast[name];
      if (!values) continue;
      const factor = FACTORS[name] ?? TENTHS;
      const first = forecastOffset(name, station);
      this.hours.forEach(({ dayMs, hour }, i) => {
        const value = kept(values[i], factor);
        this.days.get(dayMs)![first + hour] = name === 'windDirection' && value === 360 ? 0 : value;
      });
    }
  }

  /** Leaves the first stations. */
  first(stations: number): this {
    for (const [dayMs, values] of this.days) this.days.set(dayMs, values.slice(0, stations * FORECAST_DAY));
    return this;
  }

  get times(): number[] {
    return LEADS.map((lead) => validMs(this.runMs, lead));
  }
}

/** Returns the long-term averages of stations on a day: [station][value][hour]. Yields after each station. */
export function* averagesAt(
  stations: readonly (ForecastPlace & { readonly elevation: number })[],
  dayMs: number,
  averagesOn: DayAverages,
): Generator<void, Int16Array> {
  const all = new Int16Array(stations.length * FORECAST_DAY).fill(NO_VALUE);
  for (const [station, place] of stations.entries()) {
    const averages = averagesOn(place, dayMs);
    for (const name of KEPT_VALUES)
      all.set(
        Array.from(averages[name] ?? [], (value) => kept(value, FACTORS[name] ?? TENTHS)),
        forecastOffset(name, station),
      );
    yield;
  }
  return all;
}
