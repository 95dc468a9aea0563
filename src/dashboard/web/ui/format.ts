import { DAY_SECONDS, HOUR_SECONDS } from './durations.ts';

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

const UNITS = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${COUNT.format(Math.round(bytes))} B`;
  const power = Math.min(UNITS.length, Math.floor(Math.log10(bytes) / 3));
  const format = new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: UNITS[power - 1],
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  });
  return format.format(bytes / 1000 ** power);
}

/** "3.1 ms", "1.2 s". */
export function formatMs(ms: number): string {
  const [value, unit] = ms < 1000 ? [ms, 'millisecond'] : [ms / 1000, 'second'];
  return new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: value < 100 ? 1 : 0,
  }).format(value);
}

/** "25 min", "7 hr", "3 days". */
export function formatDuration(seconds: number): string {
  const [value, unit] =
    seconds < 120
      ? [seconds, 'second']
      : seconds < 7200
        ? [seconds / 60, 'minute']
        : seconds < 48 * HOUR_SECONDS
          ? [seconds / HOUR_SECONDS, 'hour']
          : [seconds / DAY_SECONDS, 'day'];
  return new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  }).format(value);
}
