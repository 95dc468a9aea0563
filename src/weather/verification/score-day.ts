import {
  DAY_HOURS,
  FORECAST_DAY,
  KEPT_VALUES,
  NO_VALUE,
  OBSERVED_DAY,
  OBSERVED_VALUES,
} from './kept-values.js';
import { LEAD_BINS, leadBinOf } from './lead-bins.js';
import type { ScoredField } from './scored-fields.js';

/** Hours of the day that are scored together. */
export const HOUR_BIN = 3;
export const HOUR_BINS = DAY_HOURS / HOUR_BIN;
/** By hour of the day, only forecasts of the next day are scored. */
export const HOUR_LEADS = { from: 0, to: 24 } as const;
export const PERSISTENCE = 'persistence';
/** Long-term averages. They can be asked for at any place and time, so they don't decide which cases count. */
export const CLIMATOLOGY = 'climatology';

/** What a source forecast for a day, at some stations. */
export interface DayForecast {
  readonly source: string;
  /** Hours from its issue to the start of the day; negative if it was issued on the day. */
  readonly leadHours: number;
  /** [station][value][hour] */
  readonly values: Int16Array;
}

export interface DayToScore {
  readonly stations: number;
  /** [station][value][hour] */
  readonly observed: Int16Array;
  /** What was observed on earlier days, by how many days before. */
  readonly earlier: ReadonlyMap<number, Int16Array>;
  readonly forecasts: readonly DayForecast[];
}

/** Sums of a field over the day, for each station. */
export interface DaySums {
  /** [station][source][lead bin][number] */
  readonly byLead: Float64Array;
  /** [station][source][hour bin][number] */
  readonly byHour: Float64Array;
}

/**
 * Returns the forecasts with one more for each issue: what the station measured at the same hour of the last full day
 * before it.
 */
export function withPersistence({ stations, forecasts, earlier }: DayToScore): DayForecast[] {
  const byDaysBack = new Map([...earlier].map(([back, observed]) => [back, asForecast(observed, stations)]));
  const persisted = issuesOf(forecasts).flatMap((leadHours): DayForecast[] => {
    const values = byDaysBack.get(Math.ceil(leadHours / DAY_HOURS) + 1);
    return values ? [{ source: PERSISTENCE, leadHours, values }] : [];
  });
  return [...forecasts, ...persisted];
}

/**
 * Returns the forecasts with one more for each issue: the same long-term averages for all.
 * @param values [station][value][hour]
 */
export function withClimatology(forecasts: readonly DayForecast[], values: Int16Array): DayForecast[] {
  const usual = issuesOf(forecasts).map((leadHours) => ({ source: CLIMATOLOGY, leadHours, values }));
  return [...forecasts, ...usual];
}

function issuesOf(forecasts: readonly DayForecast[]): number[] {
  return [...new Set(forecasts.map(({ leadHours }) => leadHours))];
}

function asForecast(observed: Int16Array, stations: number): Int16Array {
  const values = new Int16Array(stations * FORECAST_DAY).fill(NO_VALUE);
  OBSERVED_VALUES.forEach((name, from) => {
    const to = KEPT_VALUES.indexOf(name as (typeof KEPT_VALUES)[number]);
    for (let station = 0; to !== -1 && station < stations; station++) {
      const first = station * OBSERVED_DAY + from * DAY_HOURS;
      values.set(observed.subarray(first, first + DAY_HOURS), station * FORECAST_DAY + to * DAY_HOURS);
    }
  });
  return values;
}

/**
 * Compares all forecasts for a day with what was observed. A case is a station, an hour and an issue. For each station and
 * lead bin, cases count only if all sources have them, but for sources that have less than half as many as others, which
 * count none. So what is compared is over the same cases. Climatology counts those of the others, or none if it lacks one.
 * Yields after each station.
 *
 * @param sources in the order of the sums
 */
export function* scoreDay(
  { stations, observed, forecasts }: Pick<DayToScore, 'stations' | 'observed' | 'forecasts'>,
  field: ScoredField,
  sources: readonly string[],
): Generator<void, DaySums> {
  const perSource = LEAD_BINS.length * field.numbers;
  const byLead = new Float64Array(stations * sources.length * perSource);
  const byHour = new Float64Array(stations * sources.length * HOUR_BINS * field.numbers);
  const issues = [...Map.groupBy(forecasts, ({ leadHours }) => leadHours)].map(([leadHours, group]) => ({
    leadHours,
    values: sources.map((name) => group.find(({ source }) => source === name)?.values),
  }));
  const counts = new Int32Array(sources.length * LEAD_BINS.length);
  const possible = new Int32Array(LEAD_BINS.length);
  const climatology = sources.indexOf(CLIMATOLOGY);
  for (let station = 0; station < stations; station++) {
    counts.fill(0);
    possible.fill(0);
    const hours: number[] = [];
    for (let hour = 0; hour < DAY_HOURS; hour++)
      if (field.isObserved(observed, station, hour)) hours.push(hour);
    if (hours.length > 0) {
      const has = (values: Int16Array | undefined, hour: number) =>
        values !== undefined && field.isForecast(values, station, hour);
      for (const { leadHours, values } of issues)
        for (const hour of hours) {
          const bin = leadBinOf(leadHours + hour);
          if (bin === -1) continue;
          possible[bin]++;
          for (let s = 0; s < sources.length; s++)
            if (has(values[s], hour)) counts[s * LEAD_BINS.length + bin]++;
        }
      const compared = LEAD_BINS.map((_, bin) => {
        const others = comparedIn(counts, bin, sources.length, climatology);
        const isWhole = others.length > 0 && counts[climatology * LEAD_BINS.length + bin] === possible[bin];
        return isWhole ? [...others, climatology] : others;
      });
      for (const { leadHours, values } of issues)
        for (const hour of hours) {
          const bin = leadBinOf(leadHours + hour);
          if (bin === -1 || !compared[bin].every((s) => has(values[s], hour))) continue;
          const isOfNextDay = leadHours + hour < HOUR_LEADS.to;
          for (const s of compared[bin]) {
            const set = station * sources.length + s;
            field.add(
              byLead,
              (set * LEAD_BINS.length + bin) * field.numbers,
              values[s]!,
              observed,
              station,
              hour,
            );
            if (isOfNextDay) {
              const hourBin = Math.floor(hour / HOUR_BIN);
              field.add(
                byHour,
                (set * HOUR_BINS + hourBin) * field.numbers,
                values[s]!,
                observed,
                station,
                hour,
              );
            }
          }
        }
    }
    yield;
  }
  return { byLead, byHour };
}

/** Returns the sources, but for one, with at least half as many cases as the one with the most. */
function comparedIn(counts: Int32Array, bin: number, sources: number, without: number): number[] {
  const of = (s: number) => counts[s * LEAD_BINS.length + bin];
  const indices = Array.from({ length: sources }, (_, s) => s).filter((s) => s !== without);
  const most = Math.max(...indices.map(of));
  return indices.filter((s) => of(s) > 0 && 2 * of(s) >= most);
}
