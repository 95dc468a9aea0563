/** Parses `Retry-After`, which is a number of seconds or a date. Returns seconds, or undefined for anything else. */
export function parseRetryAfter(text: string | null, nowMs: number): number | undefined {
  if (text === null) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const seconds = (Date.parse(text) - nowMs) / 1_000;
  return seconds > 0 ? seconds : undefined;
}
