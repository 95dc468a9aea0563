import { HOUR_MS, MINUTE_MS, type TimeZone } from '../../core/time/index.js';
import { type ForecastQuery } from './forecast-query.js';

const DEFAULT_HOURS = 120;
const DEFAULT_MINUTES = 60;
const DEFAULT_DAYS = 5;
/** Hours on either side that the curve through the minutes of an hour depends on. */
const HOURS_BESIDE_MINUTES = 2;

/** Regularly spaced entries; times are milliseconds since 1970-01-01T00:00:00Z. */
export interface EntrySpan {
  firstMs: number;
  count: number;
}

/** Entries with a spacing of their own. */
export interface StepSpan extends EntrySpan {
  stepMs: number;
}

/** A local day: from one local midnight to the next. */
export interface LocalDay {
  startMs: number;
  /** Exclusive. */
  endMs: number;
}

/** The entries of the requested timelines. */
export interface TimelineSpans {
  hourly?: EntrySpan;
  minutely?: EntrySpan;
  daily?: LocalDay[];
}

/** The entries that a query requests, whether or not a source has them. */
export function askedSpans({ timelines, start, minutelyStart, end, timeZone }: ForecastQuery): TimelineSpans {
  return {
    ...(timelines.includes('hourly') && { hourly: entries(start, end, HOUR_MS, DEFAULT_HOURS) }),
    ...(timelines.includes('minutely') && {
      minutely: entries(minutelyStart, end, MINUTE_MS, DEFAULT_MINUTES),
    }),
    ...(timelines.includes('daily') && { daily: localDays(timeZone, start, end) }),
  };
}

/** The part of the spans that a source has if its last hour is `lastHourMs`. */
export function spansUntil({ hourly, minutely, daily }: TimelineSpans, lastHourMs: number): TimelineSpans {
  const until = ({ firstMs, count }: EntrySpan, stepMs: number) => ({
    firstMs,
    count: Math.max(0, Math.min(count, Math.floor((lastHourMs - firstMs) / stepMs) + 1)),
  });
  return {
    ...(hourly && { hourly: until(hourly, HOUR_MS) }),
    ...(minutely && { minutely: until(minutely, MINUTE_MS) }),
    ...(daily && { daily: daily.filter(({ startMs }) => wholeHourFrom(startMs) <= lastHourMs) }),
  };
}

/** Whether the spans have the same number of entries. */
export function areAsLong(a: TimelineSpans, b: TimelineSpans): boolean {
  return (
    a.hourly?.count === b.hourly?.count &&
    a.minutely?.count === b.minutely?.count &&
    a.daily?.length === b.daily?.length
  );
}

/** The hours from which the entries are made, including those that smooth the minutes; undefined if there are none. */
export function hoursFor({ hourly, minutely, daily }: TimelineSpans): EntrySpan | undefined {
  const ranges: [firstMs: number, lastMs: number][] = [];
  if (hourly && hourly.count > 0)
    ranges.push([hourly.firstMs, hourly.firstMs + (hourly.count - 1) * HOUR_MS]);
  if (minutely && minutely.count > 0) {
    const lastMs = minutely.firstMs + (minutely.count - 1) * MINUTE_MS;
    const beside = HOURS_BESIDE_MINUTES * HOUR_MS;
    ranges.push([hourOf(minutely.firstMs) - beside, wholeHourFrom(lastMs) + beside]);
  }
  if (daily && daily.length > 0)
    ranges.push([wholeHourFrom(daily[0].startMs), wholeHourFrom(daily[daily.length - 1].endMs) - HOUR_MS]);
  if (ranges.length === 0) return undefined;
  const firstMs = Math.min(...ranges.map(([first]) => first));
  const lastMs = Math.max(...ranges.map(([, last]) => last));
  return { firstMs, count: (lastMs - firstMs) / HOUR_MS + 1 };
}

/** The hour in which the first entry begins; Infinity if there are no entries. */
export function firstHourOf({ hourly, minutely, daily }: TimelineSpans): number {
  return Math.min(
    hourly && hourly.count > 0 ? hourly.firstMs : Infinity,
    minutely && minutely.count > 0 ? hourOf(minutely.firstMs) : Infinity,
    wholeHourFrom(daily?.at(0)?.startMs ?? Infinity),
  );
}

/** When the last entry ends; -Infinity if there are no entries. */
export function endOf({ hourly, minutely, daily }: TimelineSpans): number {
  const endOfEntries = (span: EntrySpan | undefined, stepMs: number) =>
    span && span.count > 0 ? span.firstMs + span.count * stepMs : -Infinity;
  return Math.max(
    endOfEntries(hourly, HOUR_MS),
    endOfEntries(minutely, MINUTE_MS),
    daily?.at(-1)?.endMs ?? -Infinity,
  );
}

/** How many entries the spans have. */
export function countOf({ hourly, minutely, daily }: TimelineSpans): number {
  return (hourly?.count ?? 0) + (minutely?.count ?? 0) + (daily?.length ?? 0);
}

/** The first whole hour at or after a moment. */
export function wholeHourFrom(timeMs: number): number {
  return Math.ceil(timeMs / HOUR_MS) * HOUR_MS;
}

/** The whole hour in which a moment lies. */
export function hourOf(timeMs: number): number {
  return Math.floor(timeMs / HOUR_MS) * HOUR_MS;
}

function entries(start: Date, end: Date | undefined, stepMs: number, defaultCount: number): EntrySpan {
  const first = Math.ceil(start.getTime() / stepMs);
  const count = end ? Math.max(0, Math.ceil(end.getTime() / stepMs) - first) : defaultCount;
  return { firstMs: first * stepMs, count };
}

/** The local days from that of the start to the last one that begins before the end. */
function localDays(timeZone: TimeZone, start: Date, end: Date | undefined): LocalDay[] {
  const days: LocalDay[] = [];
  const most = end ? Infinity : DEFAULT_DAYS;
  for (let day = timeZone.dayOf(start.getTime()); days.length < most; day++) {
    const [startMs, endMs] = [timeZone.startOfDay(day), timeZone.startOfDay(day + 1)];
    if (end && startMs >= end.getTime()) break;
    // A date that the local calendar skipped, as Samoa did on 2011-12-30, has no hours.
    if (endMs > startMs) days.push({ startMs, endMs });
  }
  return days;
}
