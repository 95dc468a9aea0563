import { DAY_MS, HOUR_MS, MINUTE_MS, type TimeZone } from '../../../core/time/index.js';
import type { LocalDay } from '../../../forecast/index.js';
import { type StepsSpan } from '../fields/steps.js';
import { type AskedTimes } from './moments.js';

/** The names of time steps, with the length of those shorter than a day. */
const STEPS_MS = {
  current: MINUTE_MS,
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': HOUR_MS,
} as const;

export type Timestep = keyof typeof STEPS_MS | '1d';
export const TIMESTEPS = [...Object.keys(STEPS_MS), '1d'] as Timestep[];

/** The times for which a step is available, its longest range and its default range, as in Tomorrow.io. */
interface Availability {
  pastMs: number;
  futureMs: number;
  longestMs: number;
  defaultMs: number;
}
const OF_MINUTES: Availability = {
  pastMs: 7 * DAY_MS,
  futureMs: 6 * HOUR_MS,
  longestMs: DAY_MS,
  defaultMs: 6 * HOUR_MS,
};
const OF_HOURS: Availability = {
  pastMs: 7 * DAY_MS,
  futureMs: 15 * DAY_MS,
  longestMs: Infinity,
  defaultMs: 15 * DAY_MS - HOUR_MS,
};
const OF_DAYS: Availability = { ...OF_HOURS, defaultMs: 14 * DAY_MS };

/** The times of a timeline. */
export type TimelineSpan = { steps: StepsSpan } | { days: LocalDay[] };

/** How local days are determined. */
export interface DayClock {
  zone: TimeZone;
  startHour: number;
}

export interface AvailableSpan {
  /** Undefined where none of the times is available. */
  span: TimelineSpan | undefined;
  /** Whether some of the requested times are unavailable. */
  isCut: boolean;
  /** The available times relative to now, in hours. */
  fromHours: number;
  toHours: number;
}

/**
 * Returns the part of the requested times for which a step is available; the last step begins at the end at the latest.
 */
export function availableSpan(
  timestep: Timestep,
  { startMs, endMs }: AskedTimes,
  nowMs: number,
  clock: DayClock,
): AvailableSpan {
  const minuteMs = floor(nowMs, MINUTE_MS);
  if (timestep === 'current') {
    const span = { steps: { firstMs: minuteMs, stepMs: MINUTE_MS, count: 1 } };
    return { span, isCut: false, fromHours: 0, toHours: 0 };
  }
  const { pastMs, futureMs, longestMs, defaultMs } =
    timestep === '1d' ? OF_DAYS : STEPS_MS[timestep] < HOUR_MS ? OF_MINUTES : OF_HOURS;
  const firstMs = Math.max(startMs, nowMs - pastMs);
  const lastMs = Math.min(endMs ?? firstMs + defaultMs, nowMs + futureMs, firstMs + longestMs);
  return {
    span: lastMs < firstMs ? undefined : spanOf(timestep, firstMs, lastMs, clock),
    isCut: lastMs < firstMs || firstMs > startMs || (endMs !== undefined && lastMs < endMs),
    fromHours: -pastMs / HOUR_MS,
    toHours: futureMs / HOUR_MS,
  };
}

/** Returns `count` steps from a time on. */
export function stepsFrom(timestep: Exclude<Timestep, '1d'>, fromMs: number, count: number): TimelineSpan {
  const stepMs = STEPS_MS[timestep];
  return { steps: { firstMs: floor(fromMs, stepMs === HOUR_MS ? HOUR_MS : MINUTE_MS), stepMs, count } };
}

/** Returns the local days from that of one time to that of another, at most `most` of them. */
export function daysBetween(
  fromMs: number,
  toMs: number,
  { zone, startHour }: DayClock,
  most = Infinity,
): LocalDay[] {
  const startOf = (day: number) => zone.startOfDay(day, startHour);
  let day = zone.dayOf(fromMs);
  if (startOf(day) > fromMs) day -= 1;
  const days: LocalDay[] = [];
  for (; startOf(day) <= toMs && days.length < most; day++) {
    const [startMs, endMs] = [startOf(day), startOf(day + 1)];
    // A day that the local calendar skipped has no hours.
    if (endMs > startMs) days.push({ startMs, endMs });
  }
  return days;
}

function spanOf(
  timestep: Exclude<Timestep, 'current'>,
  firstMs: number,
  lastMs: number,
  clock: DayClock,
): TimelineSpan {
  if (timestep === '1d') return { days: daysBetween(firstMs, lastMs, clock) };
  const stepMs = STEPS_MS[timestep];
  const fromMs = floor(firstMs, stepMs === HOUR_MS ? HOUR_MS : MINUTE_MS);
  return stepsFrom(timestep, fromMs, Math.floor((lastMs - fromMs) / stepMs) + 1);
}

function floor(timeMs: number, stepMs: number): number {
  return Math.floor(timeMs / stepMs) * stepMs;
}
