import { MINUTE_MS } from '../durations.ts';

/** Formats a date for date and time inputs: in the user's time zone, followed by a `Z` that doesn't apply. */
export const localTime = (date: Date) =>
  new Date(date.getTime() - date.getTimezoneOffset() * MINUTE_MS).toISOString();

/** The value of a `datetime-local` input for an instant, to the minute. */
export const localMinute = (instant: string) => localTime(new Date(instant)).slice(0, 16);

/** Returns the instant in a `datetime-local` input, or null if empty. Keeps the seconds of `shown` if unchanged. */
export function instantOf(field: string, shown?: string | null): string | null {
  if (field === '') return null;
  if (shown && field === localMinute(shown)) return shown;
  return `${new Date(field).toISOString().slice(0, 19)}Z`;
}
