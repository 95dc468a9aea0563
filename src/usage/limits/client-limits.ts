import type { RateLimits } from '../../core/config/index.js';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../core/time/index.js';

export const WINDOWS = ['second', 'minute', 'hour', 'day'] as const;
export type Window = (typeof WINDOWS)[number];

export const WINDOW_SECONDS: Record<Window, number> = { second: 1, minute: 60, hour: 3_600, day: 86_400 };

/** The cost of a request: second and minute count requests, hour and day count units. */
export interface Cost {
  readonly requests: number;
  readonly units: number;
}

export const ONE_REQUEST: Cost = { requests: 1, units: 1 };
/** What a refused or failed request costs, so that such requests are paced, too. */
export const ONE_REFUSAL: Cost = { requests: 1, units: 0 };

/** A client's consumption, updated by `takeFrom` and kept by the storage. */
export interface Consumption {
  /**
   * What is spent of second, minute and hour as of `asOfMs`, in requests, requests and units. It is replenished evenly.
   * Stored as counts, so that it stays valid when the client's limits change.
   */
  spent: [number, number, number];
  asOfMs: number;
  /** The UTC day of `unitsOfDay`, in days since the epoch. */
  utcDay: number;
  unitsOfDay: number;
}

export interface WindowState {
  window: Window;
  limit: number;
  remaining: number;
  /** Time until the window is full; if nothing remains, until it admits the next request. */
  resetSeconds: number;
}

export interface Decision {
  readonly admitted: boolean;
  /** The windows that refuse; empty when admitted. */
  readonly violated: readonly Window[];
  readonly retryAfterSeconds: number;
}

const SLIDING = ['second', 'minute', 'hour'] as const;
const SLIDING_MS = [SECOND_MS, MINUTE_MS, HOUR_MS] as const;
const HOUR = 2;
/** Replenished amounts are fractions, whose sums may exceed a limit by rounding errors. */
const LARGEST_TOLERANCE = 1e-6;
const RELATIVE_TOLERANCE = 1e-9;
const ADMITTED: Decision = { admitted: true, violated: [], retryAfterSeconds: 0 };

export function emptyConsumption(): Consumption {
  return { spent: [0, 0, 0], asOfMs: 0, utcDay: 0, unitsOfDay: 0 };
}

/**
 * Takes a request out of all windows of a client, or out of none: second, minute and hour by the generic cell rate
 * algorithm (one count each, which decreases evenly), day by a counter of the UTC day. A refused request changes
 * nothing.
 */
export function takeFrom(consumption: Consumption, limits: RateLimits, cost: Cost, nowMs: number): Decision {
  const decision = decide(consumption, limits, cost, nowMs);
  if (decision.admitted) spend(consumption, limits, cost, nowMs);
  return decision;
}

/** Decides whether the windows admit a request now, and if not, why and until when. Takes nothing. */
export function decide(consumption: Consumption, limits: RateLimits, cost: Cost, nowMs: number): Decision {
  for (let i = 0; i < SLIDING.length; i++)
    if (slidingWaitMs(consumption, i, limits[SLIDING[i]], costIn(i, cost), nowMs) > 0)
      return refusal(consumption, limits, cost, nowMs);
  return dayWaitMs(consumption, limits.day, cost, nowMs) > 0
    ? refusal(consumption, limits, cost, nowMs)
    : ADMITTED;
}

/** Gives back what a request took at `takenMs` and did not use. */
export function giveBackTo(consumption: Consumption, limits: RateLimits, cost: Cost, takenMs: number): void {
  SLIDING.forEach((window, i) => {
    if (limits[window] !== null) consumption.spent[i] -= costIn(i, cost);
  });
  if (consumption.utcDay === utcDayOf(takenMs))
    consumption.unitsOfDay = Math.max(0, consumption.unitsOfDay - cost.units);
}

/** Counts units of the last hour that were consumed at `atMs`, whether or not they fit. */
export function recallUnits(consumption: Consumption, limits: RateLimits, units: number, atMs: number): void {
  if (limits.hour === null) return;
  consumption.spent[HOUR] = Math.min(spentOf(consumption, HOUR, limits.hour, atMs) + units, limits.hour);
  consumption.asOfMs = atMs;
}

/** Returns the state of every window that is set. */
export function statesOf(consumption: Consumption, limits: RateLimits, nowMs: number): WindowState[] {
  return WINDOWS.filter((window) => limits[window] !== null).map((window) => ({
    window,
    limit: limits[window]!,
    remaining: remainingOf(consumption, window, limits[window]!, nowMs),
    resetSeconds: resetSecondsOf(consumption, window, limits[window]!, nowMs),
  }));
}

export function remainingOf(consumption: Consumption, window: Window, limit: number, nowMs: number): number {
  if (window === 'day') return Math.max(0, limit - unitsOn(consumption, nowMs));
  const spent = spentOf(consumption, SLIDING.indexOf(window), limit, nowMs);
  return Math.max(0, Math.floor(limit - spent + toleranceOf(limit)));
}

export function resetSecondsOf(
  consumption: Consumption,
  window: Window,
  limit: number,
  nowMs: number,
): number {
  if (window === 'day') return Math.ceil((DAY_MS - (nowMs % DAY_MS)) / 1000);
  const i = SLIDING.indexOf(window);
  const spent = spentOf(consumption, i, limit, nowMs);
  const isSpent = remainingOf(consumption, window, limit, nowMs) === 0;
  const resetMs = (isSpent ? spent + 1 - limit : spent) * intervalMsOf(consumption, i, limit);
  return Math.ceil(Math.max(0, resetMs) / 1000);
}

/** Whether none of the consumption counts any more, whatever the limits are. */
export function isForgettable(consumption: Consumption, nowMs: number): boolean {
  return (
    SLIDING.every((_, i) => spentOf(consumption, i, 0, nowMs) === 0) && consumption.utcDay < utcDayOf(nowMs)
  );
}

export function utcDayOf(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS);
}

/** Returns what is spent of second, minute and hour now. */
export function spentAt(consumption: Consumption, limits: RateLimits, nowMs: number): number[] {
  return SLIDING.map((window, i) => spentOf(consumption, i, limits[window] ?? 0, nowMs));
}

function spend(consumption: Consumption, limits: RateLimits, cost: Cost, nowMs: number): void {
  const unitsOfDay = unitsOn(consumption, nowMs) + cost.units;
  for (let i = 0; i < SLIDING.length; i++) {
    const limit = limits[SLIDING[i]];
    const spent = spentOf(consumption, i, limit ?? 0, nowMs);
    consumption.spent[i] = limit === null ? spent : spent + costIn(i, cost);
  }
  consumption.asOfMs = nowMs;
  consumption.utcDay = utcDayOf(nowMs);
  consumption.unitsOfDay = unitsOfDay;
}

/** Returns why the windows refuse a request, given that they do. */
export function refusal(consumption: Consumption, limits: RateLimits, cost: Cost, nowMs: number): Decision {
  const waitsMs = WINDOWS.map((window, i) =>
    window === 'day'
      ? dayWaitMs(consumption, limits.day, cost, nowMs)
      : slidingWaitMs(consumption, i, limits[window], costIn(i, cost), nowMs),
  );
  return {
    admitted: false,
    violated: WINDOWS.filter((_, i) => waitsMs[i] > 0),
    retryAfterSeconds: Math.ceil(Math.max(...waitsMs) / 1000),
  };
}

function dayWaitMs(consumption: Consumption, limit: number | null, cost: Cost, nowMs: number): number {
  const fits = limit === null || unitsOn(consumption, nowMs) + cost.units <= limit;
  return fits ? 0 : DAY_MS - (nowMs % DAY_MS);
}

function slidingWaitMs(
  consumption: Consumption,
  i: number,
  limit: number | null,
  cost: number,
  nowMs: number,
): number {
  if (limit === null) return 0;
  const excess = spentOf(consumption, i, limit, nowMs) + cost - limit;
  return excess > toleranceOf(limit) ? excess * intervalMsOf(consumption, i, limit) : 0;
}

/** Returns what is spent of a sliding window now. After the clock was set back, no time passes. */
function spentOf(consumption: Consumption, i: number, limit: number, nowMs: number): number {
  const spent = consumption.spent[i];
  const elapsedMs = nowMs - consumption.asOfMs;
  if (spent <= 0 || elapsedMs <= 0) return Math.max(0, spent);
  return Math.max(0, spent - (elapsedMs * Math.max(limit, spent)) / SLIDING_MS[i]);
}

/** Returns how long one request or unit takes to be replenished: all within a window, even if the limit was lowered. */
function intervalMsOf({ spent }: Consumption, i: number, limit: number): number {
  return SLIDING_MS[i] / Math.max(limit, spent[i]);
}

function toleranceOf(limit: number): number {
  return Math.min(LARGEST_TOLERANCE, limit * RELATIVE_TOLERANCE);
}

function costIn(i: number, { requests, units }: Cost): number {
  return i === HOUR ? units : requests;
}

function unitsOn({ utcDay, unitsOfDay }: Consumption, nowMs: number): number {
  return utcDay === utcDayOf(nowMs) ? unitsOfDay : 0;
}
