/** Formats a time as ISO 8601 in UTC, to the second, as in all responses. */
export function toInstant(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}

const ISO_8601 =
  /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:Z|([+-])(\d{2})(?::?(\d{2}))?)$/;

/**
 * Parses an instant: a date, a time to the minute or finer, and Z or an offset, as in `2026-11-21T03:00:00Z` or
 * `2026-11-21T04:00+01:00`.
 *
 * @returns the instant to the millisecond, or the problem with the text, as the end of a sentence
 */
export function readInstant(text: string): Date | string {
  const match = ISO_8601.exec(text);
  if (!match) return explain(text);
  const [, date, hour, minute, second = '00', fraction = '0', sign, offsetHour = '00', offsetMinute = '00'] =
    match;
  const midnight = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== date) {
    return `has a date that is not in the calendar: ${date}.`;
  }
  if (+hour > 23 || +minute > 59 || +second > 59 || +offsetHour > 23 || +offsetMinute > 59) {
    return 'has a time or an offset beyond 23:59:59.';
  }
  const offsetMinutes = (sign === '-' ? -1 : 1) * (+offsetHour * 60 + +offsetMinute);
  const seconds = (+hour * 60 + +minute - offsetMinutes) * 60 + +second;
  return new Date(midnight.getTime() + seconds * 1000 + Math.floor(Number(`0.${fraction}`) * 1000));
}

function explain(text: string): string {
  const example = 'such as 2026-11-21T03:00:00Z';
  if (/^\d{4}-\d{2}-\d{2}$/.test(text))
    return `must have a time of day, not a date alone: ISO 8601, ${example}.`;
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+ \d{2}:?\d{2}$/.test(text)) {
    return 'has a blank in place of the sign of its offset: write + as %2B in a URL.';
  }
  if (/^([+-]\d{6}|\d{5,})-\d{2}-\d{2}T/.test(text)) return 'must have a year of four digits.';
  return `must be a time in ISO 8601 with Z or an offset, ${example}.`;
}

/** Like `readInstant`, for callers that don't report the problem. */
export function parseInstant(text: string): Date | undefined {
  const instant = readInstant(text);
  return typeof instant === 'string' ? undefined : instant;
}

export function before(time: Date, ms: number): Date {
  return new Date(time.getTime() - ms);
}

/** Returns midnight UTC of the day of a moment. */
export function startOfUtcDay(moment: Date): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate()));
}
