import { DAY_MS, HOUR_MS, MINUTE_MS, type TimeZone } from '../../core/time/index.js';

export const INTERVALS = ['minute', 'hour', 'day'] as const;
export type Interval = (typeof INTERVALS)[number];

export const MOST_BUCKETS = 1440;

const LENGTH_MS: Record<Interval, number> = { minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS };
const DEFAULT_COUNT: Record<Interval, number> = { minute: 60, hour: 24, day: 30 };
/** Usage is stored by quarters of an hour, which fits every UTC offset in use today. */
const QUARTER_MS = 15 * MINUTE_MS;

/** Returns the start of a report that ends at `endMs` and whose start was omitted. */
export function defaultStartMs(endMs: number, interval: Interval, zone: TimeZone): number {
  const count = DEFAULT_COUNT[interval];
  if (interval === 'day') return zone.startOfDay(zone.dayOf(endMs - 1) - count + 1);
  return bucketStartMs(endMs - 1, interval, zone) - (count - 1) * LENGTH_MS[interval];
}

/**
 * Returns the boundaries of the buckets that cover a span: whole minutes, or whole hours or days in the time zone.
 * @returns the start of each bucket and the end of the last one; undefined if there are too many
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
    // If the clocks change by half an hour, the next local hour begins earlier.
    const alignedMs = bucketStartMs(nextMs, interval, zone);
    return alignedMs > startMs ? alignedMs : nextMs;
  }
  let day = zone.dayOf(startMs);
  // A day that the zone's calendar skipped has no length.
  do day++;
  while (zone.startOfDay(day) <= startMs);
  return zone.startOfDay(day);
}
