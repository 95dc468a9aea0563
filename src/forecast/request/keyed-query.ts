import { HOUR_MS, MINUTE_MS } from '../../core/time/index.js';
import type { MetricCatalogue } from '../../weather/metrics/index.js';
import { type ForecastQuery } from './forecast-query.js';
import { TIMELINES } from './parameters.js';
import { askedSpans, countOf } from './timeline-spans.js';

const VALUES_OF_UNIT = 10_000;
const BITS_OF_WORD = 30;

/** A forecast request with the cache key of its response. */
export interface KeyedQuery {
  query: ForecastQuery;
  /** The same for all equivalent requests, however they are written. */
  key: string;
  /**
   * The period in which the same query string means the same request: from `fromMs` up to `untilMs`, in milliseconds
   * since 1970.
   */
  fromMs: number;
  untilMs: number;
  /** Number of requested values: entries of all timelines, times fields. */
  values: number;
}

export function keyedQuery(query: ForecastQuery, now: Date, metrics: MetricCatalogue): KeyedQuery {
  const values = countOf(askedSpans(query)) * query.fields.length;
  return { query, key: keyOf(query, metrics.names), ...meaningOf(query, now), values };
}

/** Whether a response is too long to build in one turn of the event loop. */
export function isLong({ values }: { values: number }): boolean {
  return values > VALUES_OF_UNIT;
}

/** What a response costs: one unit per 10,000 values, rounded up. */
export function unitsOfValues(values: number): number {
  return Math.max(1, Math.ceil(values / VALUES_OF_UNIT));
}

function keyOf(query: ForecastQuery, allFields: readonly string[]): string {
  const { latitude, longitude, place, elevation, fields, timelines, units, timeZone, source } = query;
  const { correction, start, startIsDefault, minutelyStart, end } = query;
  return [
    latitude,
    longitude,
    place?.id ?? '',
    elevation ?? '',
    chosen(fields, allFields),
    chosen(timelines, TIMELINES),
    units,
    timeZone.name,
    source,
    correction,
    start.getTime(),
    startIsDefault ? 'now' : '',
    timelines.includes('minutely') ? minutelyStart.getTime() : '',
    end?.getTime() ?? '',
  ].join(' ');
}

/** Encodes the chosen names as text, with a bit for each of all names. Both arrays are in the same order. */
function chosen(names: readonly string[], all: readonly string[]): string {
  if (names.length === all.length) return '*';
  let text = '';
  let next = 0;
  for (let first = 0; first < all.length; first += BITS_OF_WORD) {
    let bits = 0;
    for (let bit = 0; bit < BITS_OF_WORD && first + bit < all.length; bit++)
      if (names[next] === all[first + bit]) {
        bits |= 1 << bit;
        next++;
      }
    text += `${first > 0 ? '.' : ''}${bits.toString(36)}`;
  }
  return text;
}

/** Without a start, the same query string means the next hour or minute once that begins. */
function meaningOf(
  { startIsDefault, timelines }: ForecastQuery,
  now: Date,
): { fromMs: number; untilMs: number } {
  if (!startIsDefault) return { fromMs: -Infinity, untilMs: Infinity };
  const stepMs = timelines.includes('minutely') ? MINUTE_MS : HOUR_MS;
  const fromMs = Math.floor(now.getTime() / stepMs) * stepMs;
  return { fromMs, untilMs: fromMs + stepMs };
}
