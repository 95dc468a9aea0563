import { DAY_MS, type TimeZone } from '../../../core/time/index.js';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const SHORT = 3;

/** The names of a day, the longest first. */
export function dayNames(day: number): string[] {
  const date = new Date(day * DAY_MS);
  const [weekday, month] = [WEEKDAYS[date.getUTCDay()], MONTHS[date.getUTCMonth()]];
  const number = date.getUTCDate();
  return [
    `${weekday} ${number} ${month}`,
    `${weekday.slice(0, SHORT)} ${number} ${month.slice(0, SHORT)}`,
    `${weekday.slice(0, SHORT)} ${number}`,
    weekday.slice(0, SHORT),
  ];
}

/** Local day and time: `Tue 24 Nov 06:00`. */
export function localText(timeMs: number, zone: TimeZone): string {
  const localMs = timeMs + zone.offsetMs(timeMs);
  const clock = new Date(localMs).toISOString().slice('2026-11-24T'.length, '2026-11-24T06:00'.length);
  return `${dayNames(Math.floor(localMs / DAY_MS))[1]} ${clock}`;
}
