/** As date and time fields want it: in the reader's time zone, without naming it. */
export const localTime = (date: Date) =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString();

/** What a field of a date and time shows of an instant: minutes. */
export const localMinute = (instant: string) => localTime(new Date(instant)).slice(0, 16);

/** The instant of such a field; null for an empty one, and to the second the one that it showed where nobody changed it. */
export function instantOf(field: string, shown?: string | null): string | null {
  if (field === '') return null;
  if (shown && field === localMinute(shown)) return shown;
  return `${new Date(field).toISOString().slice(0, 19)}Z`;
}
