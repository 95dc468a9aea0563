import { HOUR_MS, toInstant } from '../../../core/time/index.js';
import {
  type ForecastQuery,
  type ForecastService,
  type RawBody,
  UNIT_SYSTEMS,
} from '../../../forecast/index.js';
import { Problem } from '../../../core/http/index.js';
import type { ToolArguments } from '../tools/tool-arguments.js';
import { localDate, localTime } from './local-time.js';
import { metricsMeant } from './plain-fields.js';

export const TIMELINES = ['hourly', 'daily'] as const;
/** Runs reach up to 16 days, and a local day can have 25 hours. */
export const MOST_DAYS = 15;
export const MOST_HOURS = 168;
/** Per response; a few thousand words of a model's context. */
const MOST_VALUES = 1_000;

export const WEATHER_ARGUMENTS = [
  'place',
  'lat',
  'lon',
  'fields',
  'timeline',
  'hours',
  'days',
  'startTime',
  'units',
];

export interface WeatherDefaults {
  fields: readonly string[];
  hours: number;
  days: number;
}

/** A tool's request for the weather at a place. */
export interface WeatherRequest {
  /** Body of a forecast request, except for the source. */
  body: RawBody;
  query: ForecastQuery;
  timeline: (typeof TIMELINES)[number];
  /** Starts of the requested hours or local days, whether or not a run covers them. */
  timesMs: number[];
  /** The same in local time. */
  times: string[];
  now: Date;
}

/**
 * @param tables number of tables in the response
 * @throws Problem invalid_parameter listing every fault
 */
export function readWeatherRequest(
  given: ToolArguments,
  defaults: WeatherDefaults,
  { queries }: ForecastService,
  tables = 1,
): WeatherRequest {
  const now = new Date();
  const timeline = given.choice('timeline', TIMELINES) ?? 'hourly';
  const length =
    timeline === 'hourly'
      ? (given.whole('hours', 1, MOST_HOURS) ?? defaults.hours)
      : (given.whole('days', 1, MOST_DAYS) ?? defaults.days);
  const units = given.choice('units', UNIT_SYSTEMS) ?? 'metric';
  const fields = metricsMeant(given.listed('fields') ?? defaults.fields);
  given.check();
  const body: RawBody = {
    ...given.own('place', 'lat', 'lon', 'startTime'),
    fields,
    timelines: [timeline],
    timezone: 'auto',
    units,
  };
  const { query } = queries.parseBody(body, now);
  refuseLong(length * query.fields.length * tables);
  const { timeZone } = query;
  const startMs = query.start.getTime();
  const [timesMs, endMs] =
    timeline === 'hourly' ? hoursFrom(startMs, length) : daysFrom(startMs, length, query);
  const timeOf = timeline === 'hourly' ? localTime : localDate;
  return {
    body: { ...body, endTime: toInstant(new Date(endMs)) },
    query,
    timeline,
    timesMs,
    times: timesMs.map((timeMs) => timeOf(timeMs, timeZone)),
    now,
  };
}

function hoursFrom(startMs: number, count: number): [timesMs: number[], endMs: number] {
  const firstMs = Math.ceil(startMs / HOUR_MS) * HOUR_MS;
  return [Array.from({ length: count }, (_, i) => firstMs + i * HOUR_MS), startMs + count * HOUR_MS];
}

function daysFrom(
  startMs: number,
  count: number,
  { timeZone }: ForecastQuery,
): [timesMs: number[], endMs: number] {
  const first = timeZone.dayOf(startMs);
  const starts = Array.from({ length: count + 1 }, (_, i) => timeZone.startOfDay(first + i));
  return [starts.slice(0, -1), starts[count]];
}

function refuseLong(values: number): void {
  if (values <= MOST_VALUES) return;
  const detail = `The answer would have ${values} values; the maximum is ${MOST_VALUES}. Ask for fewer hours, days, fields or models.`;
  throw new Problem('invalid_parameter', { detail });
}
