import { DAY_MS, HOUR_MS } from '../../../core/time/index.js';
import { type AskedValues, refuse } from './asked-values.js';
import { PARAMETERS } from './open-meteo-parameters.js';

export const QUARTER_MS = HOUR_MS / 4;

const MOST_PAST_DAYS = PARAMETERS.past_days.schema.maximum;
const MOST_FORECAST_DAYS = PARAMETERS.forecast_days.schema.maximum;
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

const ENDS = ['date', 'hour', 'minutely_15'].flatMap((unit) => [`start_${unit}`, `end_${unit}`]);
/** Numbers of steps, which dates and times replace. */
const COUNTS = ['days', 'hours', 'minutely_15'].flatMap((unit) => [`past_${unit}`, `forecast_${unit}`]);

/**
 * Reads the requested steps by Open-Meteo's rules: from one date or time to another, or else whole local days from today
 * on, or a number of steps from the current one.
 *
 * @param offsetMs how far local time is ahead of UTC
 * @throws Problem invalid_parameter
 */
export function readTimeRanges(asked: AskedValues, nowMs: number, offsetMs: number): TimeRanges {
  const localNowMs = nowMs + offsetMs;
  return {
    current: steps(floor(localNowMs, QUARTER_MS), QUARTER_MS, QUARTER_MS),
    ...(readSpans(asked, localNowMs) ?? readCounts(asked, localNowMs)),
  };
}

type Timelines = Omit<TimeRanges, 'current'>;

/** The timelines from one date or time to another; undefined if none is given. */
function readSpans(asked: AskedValues, localNowMs: number): Timelines | undefined {
  if (!ENDS.some((name) => asked.text(name) !== undefined)) return undefined;
  for (const name of COUNTS)
    if (Number(asked.text(name) ?? 0) !== 0)
      refuse(name, `Parameter '${name}' is mutually exclusive with 'start_date' and 'end_date'`);
  const days = readSpan(asked, 'date', DAY_MS, localNowMs);
  const hours = readSpan(asked, 'hour', HOUR_MS, localNowMs);
  const quarters = readSpan(asked, 'minutely_15', QUARTER_MS, localNowMs);
  const daily = days ?? steps(floor(localNowMs, DAY_MS), 0, DAY_MS);
  const hourly = hours ?? inSteps(daily, HOUR_MS);
  return { daily, hourly, minutely_15: quarters ?? inSteps(hourly, QUARTER_MS) };
}

function readCounts(asked: AskedValues, localNowMs: number): Timelines {
  const daily = readDays(asked, localNowMs, DEFAULT_DAYS);
  return {
    daily,
    hourly: readSteps(asked, 'hours', HOUR_MS, localNowMs) ?? inSteps(daily, HOUR_MS),
    minutely_15:
      readSteps(asked, 'minutely_15', QUARTER_MS, localNowMs) ??
      inSteps(readDays(asked, localNowMs, DEFAULT_DAYS_OF_QUARTERS), QUARTER_MS),
  };
}

/** The same time in other steps. */
function inSteps({ firstMs, stepMs, count }: LocalRange, otherMs: number): LocalRange {
  return steps(firstMs, stepMs * count, otherMs);
}

function steps(firstMs: number, lengthMs: number, stepMs: number): LocalRange {
  return { firstMs, stepMs, count: Math.round(lengthMs / stepMs) };
}

function floor(timeMs: number, stepMs: number): number {
  return Math.floor(timeMs / stepMs) * stepMs;
}

function readDays(asked: AskedValues, localNowMs: number, byDefault: number): LocalRange {
  const past = asked.whole('past_days') ?? 0;
  const future = asked.whole('forecast_days') ?? byDefault;
  return steps(floor(localNowMs, DAY_MS) - past * DAY_MS, (past + future) * DAY_MS, DAY_MS);
}

/** Steps from the current one on, or from the initial one of the day; undefined if no number is requested. */
function readSteps(
  asked: AskedValues,
  unit: 'hours' | 'minutely_15',
  stepMs: number,
  localNowMs: number,
): LocalRange | undefined {
  const ofDay = DAY_MS / stepMs;
  const past = asked.whole(`past_${unit}`);
  const future = asked.whole(`forecast_${unit}`);
  const initial = asked.whole(`initial_${unit}`);
  if (past === undefined && future === undefined) return undefined;
  const count = future ?? (unit === 'hours' ? MOST_FORECAST_DAYS : DEFAULT_DAYS_OF_QUARTERS) * ofDay;
  const firstMs =
    initial === undefined ? floor(localNowMs, stepMs) : floor(localNowMs, DAY_MS) + initial * stepMs;
  return steps(firstMs - (past ?? 0) * stepMs, ((past ?? 0) + count) * stepMs, stepMs);
}

/** From the start to the end, both included; undefined if neither is given. */
function readSpan(
  asked: AskedValues,
  unit: 'date' | 'hour' | 'minutely_15',
  stepMs: number,
  localNowMs: number,
): LocalRange | undefined {
  const names = [`start_${unit}`, `end_${unit}`] as const;
  const [start, end] = names.map((name) => asked.text(name));
  if (start === undefined && end === undefined) return undefined;
  if (start === undefined || end === undefined)
    return refuse(names[0], `Both '${names[0]}' and '${names[1]}' must be set in the url`);
  const firstMs = floor(readMoment(start, names[0], localNowMs), stepMs);
  const lastMs = floor(readMoment(end, names[1], localNowMs), stepMs);
  if (lastMs < firstMs) refuse(names[0], 'End-date must be larger or equals than start-date');
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
