import type { UsageFilter } from '../../api/clients.ts';
import { DAY_MS, HOUR_MS } from '../../ui/durations.ts';
import { isTimeZone } from '../../ui/forms/time-zones.tsx';
import { type Grouping, isGrouping } from './usage-groups.ts';

/** The page's filters, kept in the URL so that they can be bookmarked and shared. */
export interface UsageSearch {
  client?: string;
  /** For administrators: an account's ID, or `all`. Defaults to their own account. */
  account?: string;
  period?: Period;
  from?: string;
  to?: string;
  tz?: string;
  group?: Grouping;
  /** The ID of the logged request that is open. */
  request?: string;
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
const dayOrNone = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;

export function parseUsageSearch(search: Record<string, unknown>): UsageSearch {
  return {
    client: textOf(search.client),
    account: textOf(search.account),
    period: isPeriod(search.period) ? search.period : undefined,
    from: dayOrNone(search.from),
    to: dayOrNone(search.to),
    tz: isTimeZone(search.tz) ? search.tz : undefined,
    group: isGrouping(search.group) ? search.group : undefined,
    request: textOf(search.request),
  };
}

/** The selectable periods, each with an interval that keeps the number of bars small enough to draw. */
export const PERIODS = {
  hour: { title: 'Last hour', interval: 'minute', spanMs: HOUR_MS },
  '6h': { title: 'Last 6 hours', interval: 'minute', spanMs: 6 * HOUR_MS },
  day: { title: 'Last 24 hours', interval: 'hour', spanMs: DAY_MS },
  week: { title: 'Last 7 days', interval: 'hour', spanMs: 7 * DAY_MS },
  month: { title: 'Last 30 days', interval: 'day', spanMs: 30 * DAY_MS },
  quarter: { title: 'Last 90 days', interval: 'day', spanMs: 90 * DAY_MS },
} as const;

export type Period = keyof typeof PERIODS | 'custom';

export const isPeriod = (value: unknown): value is Period =>
  value === 'custom' || (typeof value === 'string' && value in PERIODS);

const HOURLY_UP_TO_MS = 3 * DAY_MS;

/** The time span of a period. A custom one includes both of its days in full, in the given time zone. */
export function spanOf(
  period: Period,
  timeZone: string,
  from?: string,
  to?: string,
): Pick<UsageFilter, 'interval' | 'spanMs' | 'start' | 'end'> {
  if (period !== 'custom') return { interval: PERIODS[period].interval, spanMs: PERIODS[period].spanMs };
  const today = dayOf(Date.now(), timeZone);
  const start = startOfDay(from ?? today, timeZone);
  const end = startOfDay(nextDay(to ?? today), timeZone);
  return {
    interval: end - start <= HOURLY_UP_TO_MS ? 'hour' : 'day',
    start: new Date(start).toISOString(),
    // A span that reaches into the future ends at the time of each request.
    end: end < Date.now() ? new Date(end).toISOString() : undefined,
  };
}

/** Formats the calendar day in the time zone as `2026-11-21`. */
export function dayOf(ms: number, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(ms);
}

const nextDay = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);

function startOfDay(day: string, timeZone: string): number {
  const asUtc = Date.parse(`${day}T00:00:00Z`);
  // Applied twice, since a DST change may lie between the first guess and the actual instant.
  const guess = asUtc - offsetMs(asUtc, timeZone);
  return asUtc - offsetMs(guess, timeZone);
}

function offsetMs(ms: number, timeZone: string): number {
  const local = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(ms);
  return Date.parse(`${local.replace(' ', 'T')}Z`) - ms;
}
