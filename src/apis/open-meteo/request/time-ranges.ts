import { HOUR_MS } from '../../../forecast/index.js';
import { type AskedValues, refuse } from './asked-values.js';

export const QUARTER_MS = HOUR_MS / 4;
const DAY_MS = 24 * HOUR_MS;

const MOST_PAST_DAYS = 92;
const MOST_FORECAST_DAYS = 16;
const DEFAULT_DAYS = 7;
const DEFAULT_DAYS_OF_QUARTERS = 3;

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/** Steps of a timeline. Times are local times as if they were UTC, in milliseconds since 1970. */
export interface LocalRange {
  firstMs: number;
  stepMs: number;
  count: number;
}

/** The steps of each timeline. */
export interface TimeRanges {
  current: LocalRange;
  minutely_15: LocalRange;
  hourly: LocalRange;
  daily: LocalRange;
}

/**
 * Reads the requested steps by Open-Meteo's rules: whole local days from today on, or a number of hours from the
 * current one.
 *
 * @param offsetMs how far local time is ahead of UTC
 * @throws Problem invalid_parameter
 */
export function readTimeRanges(asked: AskedValues, nowMs: number, offsetMs: number): TimeRanges {
  const localNowMs = nowMs + offsetMs;
  const days = readDates(asked, localNowMs) ?? readDays(asked, localNowMs, DEFAULT_DAYS);
  const hourly =
    readTimes(asked, 'hour', HOUR_MS, localNowMs) ?? readSteps(asked, 'hours', HOUR_MS, localNowMs) ?? days;
  const quarters =
    readTimes(asked, 'minutely_15', QUARTER_MS, localNowMs) ??
    readSteps(asked, 'minutely_15', QUARTER_MS, localNowMs) ??
    (asked.text('start_date') === undefined ? readDays(asked, localNowMs, DEFAULT_DAYS_OF_QUARTERS) : days);
  return {
    current: steps(floor(localNowMs, QUARTER_MS), QUARTER_MS, QUARTER_MS),
    minutely_15: steps(quarters.firstMs, lengthOf(quarters), QUARTER_MS),
    hourly: steps(hourly.firstMs, lengthOf(hourly), HOUR_MS),
    daily: days,
  };
}

function steps(firstMs: number, lengthMs: number, stepMs: number): LocalRange {
  return { firstMs, stepMs, count: Math.round(lengthMs / stepMs) };
}

function lengthOf({ stepMs, count }: LocalRange): number {
  return stepMs * count;
}

function floor(timeMs: number, stepMs: number): number {
  return Math.floor(timeMs / stepMs) * stepMs;
}

function readDays(asked: AskedValues, localNowMs: number, byDefault: number): LocalRange {
  const past = asked.whole('past_days', MOST_PAST_DAYS, 'Past days') ?? 0;
  const future = asked.whole('forecast_days', MOST_FORECAST_DAYS, 'Forecast days') ?? byDefault;
  return steps(floor(localNowMs, DAY_MS) - past * DAY_MS, (past + future) * DAY_MS, DAY_MS);
}

/** Undefined if neither is requested. */
function readSteps(
  asked: AskedValues,
  unit: 'hours' | 'minutely_15',
  stepMs: number,
  localNowMs: number,
): LocalRange | undefined {
  const ofDay = DAY_MS / stepMs;
  const past = asked.whole(`past_${unit}`, MOST_PAST_DAYS * ofDay, 'Past days');
  const future = asked.whole(`forecast_${unit}`, MOST_FORECAST_DAYS * ofDay, 'Forecast days');
  if (past === undefined && future === undefined) return undefined;
  const count = future ?? (unit === 'hours' ? MOST_FORECAST_DAYS : DEFAULT_DAYS_OF_QUARTERS) * ofDay;
  return steps(floor(localNowMs, stepMs) - (past ?? 0) * stepMs, ((past ?? 0) + count) * stepMs, stepMs);
}

/** Whole days from `start_date` to `end_date`. */
function readDates(asked: AskedValues, localNowMs: number): LocalRange | undefined {
  const [start, end] = [asked.text('start_date'), asked.text('end_date')];
  if (start === undefined && end === undefined) return undefined;
  if (start === undefined || end === undefined)
    return refuse('start_date', "Both 'start_date' and 'end_date' must be set in the url");
  for (const name of ['past_days', 'forecast_days'])
    if (asked.text(name) !== undefined)
      refuse(name, `Parameter '${name}' is mutually exclusive with 'start_date' and 'end_date'`);
  return between(
    readMoment(start, 'start_date', localNowMs),
    readMoment(end, 'end_date', localNowMs),
    'start_date',
    DAY_MS,
  );
}

/** From `start_hour` to `end_hour`, or the same for quarters of an hour. */
function readTimes(
  asked: AskedValues,
  unit: 'hour' | 'minutely_15',
  stepMs: number,
  localNowMs: number,
): LocalRange | undefined {
  const names = [`start_${unit}`, `end_${unit}`] as const;
  const [start, end] = names.map((name) => asked.text(name));
  if (start === undefined && end === undefined) return undefined;
  if (start === undefined || end === undefined)
    return refuse(names[0], `Both '${names[0]}' and '${names[1]}' must be set in the url`);
  const [first, last] = [readMoment(start, names[0], localNowMs), readMoment(end, names[1], localNowMs)];
  return between(floor(first, stepMs), floor(last, stepMs), names[0], stepMs);
}

function between(firstMs: number, lastMs: number, name: string, stepMs: number): LocalRange {
  if (lastMs < firstMs) refuse(name, 'End-date must be larger or equals than start-date');
  return steps(firstMs, lastMs - firstMs + stepMs, stepMs);
}

/** Parses a date, or a local time. */
function readMoment(text: string, name: string, localNowMs: number): number {
  const isDate = DATE.test(text);
  if (name.endsWith('_date') ? !isDate : !isDate && !LOCAL_TIME.test(text)) refuse(name, invalid(name));
  const timeMs = Date.parse(isDate ? `${text}T00:00Z` : `${text}Z`);
  // A day that the month does not have parses as another day, or not at all.
  if (Number.isNaN(timeMs) || !new Date(timeMs).toISOString().startsWith(text)) refuse(name, invalid(name));
  const todayMs = floor(localNowMs, DAY_MS);
  const [earliestMs, latestMs] = [
    todayMs - MOST_PAST_DAYS * DAY_MS,
    todayMs + (MOST_FORECAST_DAYS - 1) * DAY_MS,
  ];
  if (timeMs >= earliestMs && timeMs < latestMs + DAY_MS) return timeMs;
  const [earliest, latest] = [earliestMs, latestMs].map((ms) => new Date(ms).toISOString().slice(0, 10));
  return refuse(name, `Parameter '${name}' is out of allowed range from ${earliest} to ${latest}`);
}

function invalid(name: string): string {
  return name.endsWith('_date')
    ? "Invalid date format. Make sure to use 'YYYY-MM-DD'"
    : "Invalid date format. Make sure to use 'YYYY-MM-DDTHH:mm'";
}
