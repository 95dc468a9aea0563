import type { RateLimits } from '../../config/configuration.js';

export const WINDOWS = ['second', 'minute', 'hour', 'day'] as const;
export type Window = (typeof WINDOWS)[number];

export const WINDOW_SECONDS: Record<Window, number> = { second: 1, minute: 60, hour: 3_600, day: 86_400 };

/** What a request takes out of the windows: second and minute count requests, hour and day count units. */
export interface Cost {
  readonly requests: number;
  readonly units: number;
}

/** A client's consumption; decided upon by `takeFrom`, kept by the storage. */
export interface Consumption {
  /**
   * GCRA: the times after which second, minute and hour, as of `asOfMs`, will be whole again. As a moment since 1970
   * each fraction of a millisecond would be rounded, and 49 requests would not fit into a limit of 49.
   */
  debtsMs: [number, number, number];
  asOfMs: number;
  /** The UTC day that is counted, as its number since the epoch. */
  utcDay: number;
  unitsOfDay: number;
}

export interface WindowState {
  window: Window;
  limit: number;
  remaining: number;
  /** Until the window is whole again; where nothing remains, until it admits the next request. */
  resetSeconds: number;
}

export interface Decision {
  readonly admitted: boolean;
  /** The windows that refuse; empty when admitted. */
  readonly violated: readonly Window[];
  readonly retryAfterSeconds: number;
}

export const DAY_MS = 86_400_000;
const SLIDING = ['second', 'minute', 'hour'] as const;
const SLIDING_MS = [1_000, 60_000, 3_600_000] as const;
const HOUR = 2;
/** Sums of fractional emission intervals may exceed the window by their rounding. */
const LARGEST_TOLERANCE_MS = 1e-3;
const ADMITTED: Decision = { admitted: true, violated: [], retryAfterSeconds: 0 };

export function emptyConsumption(): Consumption {
  return { debtsMs: [0, 0, 0], asOfMs: 0, utcDay: 0, unitsOfDay: 0 };
}

/**
 * Takes a request out of all windows of a client, or out of none: second, minute and hour by the generic cell rate
 * algorithm (one debt each), day by a counter of the UTC day. A refused request changes nothing.
 */
export function takeFrom(consumption: Consumption, limits: RateLimits, cost: Cost, nowMs: number): Decision {
  for (let i = 0; i < SLIDING.length; i++) {
    if (slidingWaitMs(consumption, i, limits[SLIDING[i]], cost, nowMs) > 0)
      return refusal(consumption, limits, cost, nowMs);
  }
  const unitsOfDay = unitsOn(consumption, nowMs) + cost.units;
  if (limits.day !== null && unitsOfDay > limits.day) return refusal(consumption, limits, cost, nowMs);
  for (let i = 0; i < SLIDING.length; i++) {
    const limit = limits[SLIDING[i]];
    const takenMs = limit === null ? 0 : durationMs(i, limit, cost);
    consumption.debtsMs[i] = debtMs(consumption, i, nowMs) + takenMs;
  }
  consumption.asOfMs = nowMs;
  consumption.utcDay = utcDayOf(nowMs);
  consumption.unitsOfDay = unitsOfDay;
  return ADMITTED;
}

/** Puts back what a request took at `takenMs` and, being refused in the end, did not use. */
export function giveBackTo(consumption: Consumption, limits: RateLimits, cost: Cost, takenMs: number): void {
  SLIDING.forEach((window, i) => {
    const limit = limits[window];
    if (limit !== null) consumption.debtsMs[i] -= durationMs(i, limit, cost);
  });
  if (consumption.utcDay === utcDayOf(takenMs)) consumption.unitsOfDay -= cost.units;
}

/** Counts units of the last hour that were consumed at `atMs`; they are taken whether or not they fit. */
export function recallUnits(consumption: Consumption, limits: RateLimits, units: number, atMs: number): void {
  if (limits.hour === null) return;
  const owedMs = debtMs(consumption, HOUR, atMs) + durationMs(HOUR, limits.hour, { requests: 0, units });
  consumption.debtsMs[HOUR] = Math.min(owedMs, SLIDING_MS[HOUR]);
  consumption.asOfMs = atMs;
}

/** Every window that is set, as it stands. */
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
  const i = SLIDING.indexOf(window);
  const intervalMs = SLIDING_MS[i] / limit;
  const freeMs = SLIDING_MS[i] - debtMs(consumption, i, nowMs) + toleranceMs(intervalMs);
  return Math.max(0, Math.floor(freeMs / intervalMs));
}

export function resetSecondsOf(
  consumption: Consumption,
  window: Window,
  limit: number,
  nowMs: number,
): number {
  if (window === 'day') return Math.ceil((DAY_MS - (nowMs % DAY_MS)) / 1000);
  const i = SLIDING.indexOf(window);
  const owedMs = debtMs(consumption, i, nowMs);
  const isSpent = remainingOf(consumption, window, limit, nowMs) === 0;
  const resetMs = isSpent ? owedMs + SLIDING_MS[i] / limit - SLIDING_MS[i] : owedMs;
  return Math.ceil(Math.max(0, resetMs) / 1000);
}

/** Whether nothing of what was consumed counts any more. */
export function isForgettable(consumption: Consumption, nowMs: number): boolean {
  return SLIDING.every((_, i) => debtMs(consumption, i, nowMs) === 0) && consumption.utcDay < utcDayOf(nowMs);
}

export function utcDayOf(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS);
}

/** Why the windows do not admit a request, where they do not. */
export function refusal(consumption: Consumption, limits: RateLimits, cost: Cost, nowMs: number): Decision {
  const waitsMs = WINDOWS.map((window, i) =>
    window === 'day'
      ? dayWaitMs(consumption, limits.day, cost, nowMs)
      : slidingWaitMs(consumption, i, limits[window], cost, nowMs),
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
  cost: Cost,
  nowMs: number,
): number {
  if (limit === null) return 0;
  const waitMs = debtMs(consumption, i, nowMs) + durationMs(i, limit, cost) - SLIDING_MS[i];
  return waitMs > toleranceMs(SLIDING_MS[i] / limit) ? waitMs : 0;
}

/** The debts of second, minute and hour, as of now. */
export function debtsAt(consumption: Consumption, nowMs: number): number[] {
  return SLIDING.map((_, i) => debtMs(consumption, i, nowMs));
}

/** How long a sliding window takes from now to be whole again. A clock that was set back lets no time pass. */
function debtMs({ debtsMs, asOfMs }: Consumption, i: number, nowMs: number): number {
  return Math.max(0, debtsMs[i] - Math.max(0, nowMs - asOfMs));
}

function toleranceMs(intervalMs: number): number {
  return Math.min(LARGEST_TOLERANCE_MS, intervalMs / 1000);
}

/** How long a window takes to make up for a request. */
function durationMs(i: number, limit: number, cost: Cost): number {
  return ((i === HOUR ? cost.units : cost.requests) * SLIDING_MS[i]) / limit;
}

function unitsOn({ utcDay, unitsOfDay }: Consumption, nowMs: number): number {
  return utcDay === utcDayOf(nowMs) ? unitsOfDay : 0;
}
