import { DAY_SECONDS, HOUR_SECONDS } from './durations.ts';

const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

const UNITS = [
  { unit: 'second', seconds: 1, until: 60 },
  { unit: 'minute', seconds: 60, until: HOUR_SECONDS },
  { unit: 'hour', seconds: HOUR_SECONDS, until: DAY_SECONDS },
  { unit: 'day', seconds: DAY_SECONDS, until: 30 * DAY_SECONDS },
] as const;

/** "5 minutes ago", "in 2 days"; the date if it is more than a month away. */
export function relativeTime(instant: string, now = Date.now()): string {
  const seconds = Math.round((Date.parse(instant) - now) / 1000);
  const fitting = UNITS.find(({ until }) => Math.abs(seconds) < until);
  if (fitting === undefined) return DAY.format(new Date(instant));
  return RELATIVE.format(Math.trunc(seconds / fitting.seconds), fitting.unit);
}

export const fullTime = (instant: string): string => FULL.format(new Date(instant));

/** An instant in the user's time zone and language, with a more exact form as the tooltip. */
export function Time({ instant, isRelative = true }: { instant: string; isRelative?: boolean }) {
  return (
    <time dateTime={instant} title={isRelative ? fullTime(instant) : instant}>
      {isRelative ? relativeTime(instant) : fullTime(instant)}
    </time>
  );
}

/** Formats a number in the user's locale. */
export const formatNumber = (value: number): string => value.toLocaleString();
