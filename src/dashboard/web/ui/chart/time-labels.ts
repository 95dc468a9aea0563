import { DAY_SECONDS } from '../durations.ts';

export interface TimeLabels {
  /** Shown next to the values: "Sat, 21 Nov, 15:00". */
  full: (seconds: number) => string;
  /** Shown along the axis: the date at midnight or if the steps are days, otherwise the time. */
  axis: (seconds: number, stepSeconds: number) => string;
}

/** Labels in the user's language and the given time zone. */
export function timeLabels(timeZone: string, isByDay = false): TimeLabels {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(undefined, { timeZone, ...options });
  const day = format({ day: 'numeric', month: 'short' });
  const time = format({ hour: 'numeric', minute: '2-digit' });
  const full = isByDay
    ? format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
    : format({ weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  const isMidnight = (date: Date) => clock.format(date) === '00:00';
  return {
    full: (seconds) => full.format(new Date(seconds * 1000)),
    axis: (seconds, stepSeconds) => {
      const date = new Date(seconds * 1000);
      return isByDay || stepSeconds >= DAY_SECONDS || isMidnight(date) ? day.format(date) : time.format(date);
    },
  };
}
