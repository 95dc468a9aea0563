import { LRUCache } from 'lru-cache';
import { DAY_MS } from '../../../core/time/index.js';
import { type LocalRange } from '../request/time-ranges.js';
import { type LocalClock } from '../request/asked-points.js';
import { type OpenMeteoQuery } from '../request/open-meteo-query.js';

/** `YYYY-MM-DD` and `YYYY-MM-DDTHH:MM`. */
const DATE_LENGTH = 10;
const TIME_LENGTH = 16;

/** Cached, since most responses have the same times. */
const known = new LRUCache<string, readonly string[]>({ max: 50 });

type TimeFormat = OpenMeteoQuery['timeFormat'];

/**
 * The times of a range as JSON.
 * @param offsetMs how far local time is ahead of UTC
 */
export function timesOf(range: LocalRange, { offsetMs }: LocalClock, format: TimeFormat): readonly string[] {
  const { firstMs, stepMs, count } = range;
  const key = `${format} ${firstMs} ${stepMs} ${count} ${offsetMs}`;
  let times = known.get(key);
  if (!times) {
    const isDate = stepMs >= DAY_MS;
    times = Array.from({ length: count }, (_, i) => {
      const localMs = firstMs + i * stepMs;
      return format === 'unixtime'
        ? String((localMs - offsetMs) / 1000)
        : `"${new Date(localMs).toISOString().slice(0, isDate ? DATE_LENGTH : TIME_LENGTH)}"`;
    });
    known.set(key, times);
  }
  return times;
}

/** An instant as JSON. */
export function momentOf(timeMs: number, { offsetMs }: LocalClock, format: TimeFormat): string {
  if (format === 'unixtime') return String(Math.floor(timeMs / 1000));
  return `"${new Date(timeMs + offsetMs).toISOString().slice(0, TIME_LENGTH)}"`;
}
