import { type TimeZone } from '../../common/time/time-zone.js';

export const INTERVALS = ['minute', 'hour', 'day'] as const;
export type Interval = (typeof INTERVALS)[number];

export const MOST_BUCKETS = 1440;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const LENGTH_MS: Record<Interval, number> = { minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS };
const DEFAULT_COUNT: Record<Interval, number> = { minute: 60, hour: 24, day: 30 };
/** Usage is kept by quarters of an hour, which suits every offset of our time. */
const QUARTER_MS = 15 * MINUTE_MS;

/** Where an answer begins that ends at a moment, and whose beginning was left out. */
export function defaultStartMs(endMs: number, interval: Interval, zone: TimeZone): number {
  const count = DEFAULT_COUNT[interval];
  if (interval === 'day') return zone.startOfDay(zone.dayOf(endMs - 1) - count + 1);
  return bucketStartMs(endMs - 1, interval, zone) - (count - 1) * LENGTH_MS[interval];
}

/**
 * The boundaries of the buckets that hold a span: of whole minutes, or of whole hours or days by the clocks of a zone.
 * @returns the beginning of each bucket and the end of the last one; undefined where they are too many
 */
export function bucketBoundariesMs(
  { startMs, endMs }: { startMs: number; endMs: number },
  interval: Interval,
  zone: TimeZone,
): number[] | undefined {
  if ((endMs - startMs) / LENGTH_MS[interval] > MOST_BUCKETS * 2) return undefined;
  let lastMs = bucketStartMs(startMs, interval, zone);
  const boundariesMs = [lastMs];
  while (lastMs < endMs) {
    if (boundariesMs.length > MOST_BUCKETS) return undefined;
    lastMs = nextStartMs(lastMs, interval, zone);
    boundariesMs.push(lastMs);
  }
  return boundariesMs;
}

function bucketStartMs(timeMs: number, interval: Interval, zone: TimeZone): number {
  if (interval === 'day') return zone.startOfDay(zone.dayOf(timeMs));
  if (interval === 'minute') return Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
  const offsetMs = Math.round(zone.offsetMs(timeMs) / QUARTER_MS) * QUARTER_MS;
  return Math.floor((timeMs + offsetMs) / HOUR_MS) * HOUR_MS - offsetMs;
}

function nextStartMs(startMs: number, interval: Interval, zone: TimeZone): number {
  if (interval !== 'day') {
    const nextMs = startMs + LENGTH_MS[interval];
    // Where the clocks move by half an hour, the next hour of theirs begins earlier.
    const alignedMs = bucketStartMs(nextMs, interval, zone);
    return alignedMs > startMs ? alignedMs : nextMs;
  }
  let day = zone.dayOf(startMs);
  // A day that the calendar of a place left out has no length.
  do day++;
  while (zone.startOfDay(day) <= startMs);
  return zone.startOfDay(day);
}
