import { MINUTE_MS, type TimeZone } from '../../../core/time/index.js';

/** Formats a time as local ISO 8601 with offset, to the minute: `2026-11-21T04:00+01:00`. */
export function localTime(timeMs: number, zone: TimeZone): string {
  const offsetMs = zone.offsetMs(timeMs);
  const minutes = Math.abs(offsetMs) / MINUTE_MS;
  const [hour, minute] = [minutes / 60, minutes % 60].map((part) =>
    String(Math.trunc(part)).padStart(2, '0'),
  );
  return `${new Date(timeMs + offsetMs).toISOString().slice(0, 16)}${offsetMs < 0 ? '-' : '+'}${hour}:${minute}`;
}

/** Returns the local date of a moment. */
export function localDate(timeMs: number, zone: TimeZone): string {
  return localTime(timeMs, zone).slice(0, 'YYYY-MM-DD'.length);
}
