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

const UTC = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** An instant of a model's schedule, which is in UTC everywhere. */
export function UtcTime({ instant }: { instant: string }) {
  return <time dateTime={instant}>{UTC.format(new Date(instant))} UTC</time>;
}

const COUNT = new Intl.NumberFormat();
const SHORT_COUNT = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const SHARE = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });

export const formatCount = (value: number): string => COUNT.format(value);

/** "1 unit", "1,204 units". */
export const formatAmount = (count: number, noun: string): string =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

/** "1.2K", for tight spaces. */
export const formatShortCount = (value: number): string => SHORT_COUNT.format(value);

/** Formats a share from 0 to 1 as a percentage. */
export const formatShare = (share: number): string => SHARE.format(share);

function inUnits(value: number, unit: string, unitDisplay: 'short' | 'long', maximumFractionDigits: number) {
  const options = { style: 'unit', unit, unitDisplay, maximumFractionDigits } as const;
  return new Intl.NumberFormat(undefined, options).format(value);
}

const BYTES = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${COUNT.format(Math.round(bytes))} B`;
  const power = Math.min(BYTES.length, Math.floor(Math.log10(bytes) / 3));
  return inUnits(bytes / 1000 ** power, BYTES[power - 1], 'short', 1);
}

/** "3.1 ms", "1.2 s". */
export function formatMs(ms: number): string {
  const [value, unit] = ms < 1000 ? ([ms, 'millisecond'] as const) : ([ms / 1000, 'second'] as const);
  return inUnits(value, unit, 'short', value < 100 ? 1 : 0);
}

/** "25 minutes", "7 hours", "3 days". */
export function formatDuration(seconds: number): string {
  if (seconds < 120) return inUnits(seconds, 'second', 'long', 0);
  if (seconds < 7200) return inUnits(seconds / 60, 'minute', 'long', 0);
  if (seconds < 48 * HOUR_SECONDS) return inUnits(seconds / HOUR_SECONDS, 'hour', 'long', 0);
  return inUnits(seconds / DAY_SECONDS, 'day', 'long', 0);
}
