/** As date and time fields want it: in the reader's time zone, without naming it. */
export const localTime = (date: Date) =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString();
