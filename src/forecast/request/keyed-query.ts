import { METRIC_NAMES } from '../../meteo/metrics.js';
import { type ForecastQuery, TIMELINES } from './forecast-query.js';
import { askedSpans, countOf } from './timeline-spans.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const VALUES_OF_UNIT = 10_000;

/** One bit for each name. */
const FIELD_BITS = bitsOf(METRIC_NAMES);
const TIMELINE_BITS = bitsOf(TIMELINES);

/** A forecast request, by which its answers are kept. */
export interface KeyedQuery {
  query: ForecastQuery;
  /** The same for all requests that ask for the same, however they put it. */
  key: string;
  /** The same words mean the same request from the one moment up to the other; milliseconds since 1970. */
  fromMs: number;
  untilMs: number;
  /** How many values are asked for: entries of all timelines, times fields. */
  values: number;
}

export function keyedQuery(query: ForecastQuery, now: Date): KeyedQuery {
  const values = countOf(askedSpans(query)) * query.fields.length;
  return { query, key: keyOf(query), ...meaningOf(query, now), values };
}

/** Whether an answer is too long to be made whole, in one turn of the event loop. */
export function isLong({ values }: { values: number }): boolean {
  return values > VALUES_OF_UNIT;
}

/** What an answer costs: a unit per 10,000 values, rounded up. */
export function unitsOfValues(values: number): number {
  return Math.max(1, Math.ceil(values / VALUES_OF_UNIT));
}

function keyOf(query: ForecastQuery): string {
  const { latitude, longitude, elevation, fields, timelines, units, timeZone, source } = query;
  const { start, startIsDefault, minutelyStart, end } = query;
  return [
    latitude,
    longitude,
    elevation ?? '',
    chosen(fields, FIELD_BITS).toString(36),
    chosen(timelines, TIMELINE_BITS),
    units,
    timeZone.name,
    source,
    start.getTime(),
    startIsDefault ? 'now' : '',
    timelines.includes('minutely') ? minutelyStart.getTime() : '',
    end?.getTime() ?? '',
  ].join(' ');
}

function bitsOf<T>(names: readonly T[]): ReadonlyMap<T, number> {
  return new Map(names.map((name, i) => [name, 1 << i]));
}

function chosen<T>(names: readonly T[], all: ReadonlyMap<T, number>): number {
  let bits = 0;
  for (const name of names) bits |= all.get(name) ?? 0;
  return bits;
}

/** Without a start the same words mean the next hour or minute, once it comes. */
function meaningOf(
  { startIsDefault, timelines }: ForecastQuery,
  now: Date,
): { fromMs: number; untilMs: number } {
  if (!startIsDefault) return { fromMs: -Infinity, untilMs: Infinity };
  const stepMs = timelines.includes('minutely') ? MINUTE_MS : HOUR_MS;
  const fromMs = Math.floor(now.getTime() / stepMs) * stepMs;
  return { fromMs, untilMs: fromMs + stepMs };
}
