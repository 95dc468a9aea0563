import type { RateLimits } from '../config/configuration.js';

export const WINDOWS = ['second', 'minute', 'hour', 'day'] as const;
export type Window = (typeof WINDOWS)[number];

export const WINDOW_SECONDS: Record<Window, number> = { second: 1, minute: 60, hour: 3_600, day: 86_400 };

/** What a request takes out of the windows: second and minute count requests, hour and day count units. */
export interface Cost {
  requests: number;
  units: number;
}

/**
 * The time after which a window is whole again, as of a moment. The sum of the two would be shorter, but too coarse: as
 * a time since 1970 each fraction of a millisecond is rounded, and 49 requests would not fit into a limit of 49.
 */
export interface Debt {
  untilWholeMs: number;
  asOfMs: number;
}

/** A client's consumption; decided upon by `takeFrom`, kept by the storage. */
export interface Consumption {
  /** GCRA: when each sliding window will be whole again (theoretical arrival time). */
  debts: Partial<Record<Exclude<Window, 'day'>, Debt>>;
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
  admitted: boolean;
  /** Every window that is set, after this decision. */
  windows: WindowState[];
  /** The windows that refuse; empty when admitted. */
  violated: Window[];
  retryAfterSeconds: number;
}

const DAY_MS = 86_400_000;
/** Sums of fractional emission intervals may exceed the window by their rounding. */
const LARGEST_TOLERANCE_MS = 1e-3;

export function emptyConsumption(): Consumption {
  return { debts: {}, utcDay: 0, unitsOfDay: 0 };
}

/**
 * Takes a request out of all windows of a client, or out of none: second, minute and hour by the generic cell rate
 * algorithm (one debt each), day by a counter of the UTC day. A refused request changes nothing.
 */
export function takeFrom(consumption: Consumption, limits: RateLimits, cost: Cost, nowMs: number): Decision {
  const set = WINDOWS.filter((window) => limits[window] !== null);
  const waits = set.map((window) => waitMs(consumption, window, limits[window]!, cost, nowMs));
  const violated = set.filter((_, index) => waits[index] > 0);
  const admitted = violated.length === 0;
  if (admitted) set.forEach((window) => spend(consumption, window, limits[window]!, cost, nowMs));
  return {
    admitted,
    windows: statesOf(consumption, limits, nowMs),
    violated,
    retryAfterSeconds: Math.ceil(Math.max(0, ...waits) / 1000),
  };
}

/** Puts back what a request took at `takenMs` and, being refused in the end, did not use. */
export function giveBackTo(consumption: Consumption, limits: RateLimits, cost: Cost, takenMs: number): void {
  for (const window of ['second', 'minute', 'hour'] as const) {
    const limit = limits[window];
    const debt = consumption.debts[window];
    if (limit !== null && debt) debt.untilWholeMs -= durationMs(window, limit, cost);
  }
  if (limits.day !== null && consumption.utcDay === Math.floor(takenMs / DAY_MS))
    consumption.unitsOfDay -= cost.units;
}

/** Every window that is set, as it stands. */
export function statesOf(consumption: Consumption, limits: RateLimits, nowMs: number): WindowState[] {
  return WINDOWS.filter((window) => limits[window] !== null).map((window) =>
    stateOf(consumption, window, limits[window]!, nowMs),
  );
}

function waitMs(consumption: Consumption, window: Window, limit: number, cost: Cost, nowMs: number): number {
  if (window === 'day') {
    return unitsOfDay(consumption, nowMs) + cost.units > limit ? DAY_MS - (nowMs % DAY_MS) : 0;
  }
  const windowMs = WINDOW_SECONDS[window] * 1000;
  const wait = untilWholeMs(consumption, window, nowMs) + durationMs(window, limit, cost) - windowMs;
  return wait > toleranceMs(windowMs / limit) ? wait : 0;
}

function spend(consumption: Consumption, window: Window, limit: number, cost: Cost, nowMs: number): void {
  if (window === 'day') {
    consumption.unitsOfDay = unitsOfDay(consumption, nowMs) + cost.units;
    consumption.utcDay = Math.floor(nowMs / DAY_MS);
  } else {
    const spentMs = untilWholeMs(consumption, window, nowMs) + durationMs(window, limit, cost);
    consumption.debts[window] = { untilWholeMs: spentMs, asOfMs: nowMs };
  }
}

function stateOf(consumption: Consumption, window: Window, limit: number, nowMs: number): WindowState {
  if (window === 'day') {
    const remaining = Math.max(0, limit - unitsOfDay(consumption, nowMs));
    return { window, limit, remaining, resetSeconds: Math.ceil((DAY_MS - (nowMs % DAY_MS)) / 1000) };
  }
  const windowMs = WINDOW_SECONDS[window] * 1000;
  const debtMs = untilWholeMs(consumption, window, nowMs);
  const intervalMs = windowMs / limit;
  const remaining = Math.max(0, Math.floor((windowMs - debtMs + toleranceMs(intervalMs)) / intervalMs));
  const resetMs = remaining > 0 ? debtMs : debtMs + intervalMs - windowMs;
  return { window, limit, remaining, resetSeconds: Math.ceil(Math.max(0, resetMs) / 1000) };
}

/** How long a sliding window takes from now to be whole again. */
export function untilWholeMs({ debts }: Consumption, window: Exclude<Window, 'day'>, nowMs: number): number {
  const debt = debts[window];
  return debt ? Math.max(0, debt.untilWholeMs - (nowMs - debt.asOfMs)) : 0;
}

function toleranceMs(intervalMs: number): number {
  return Math.min(LARGEST_TOLERANCE_MS, intervalMs / 1000);
}

/** How long a window takes to make up for a request. */
function durationMs(window: Exclude<Window, 'day'>, limit: number, cost: Cost): number {
  const count = window === 'hour' ? cost.units : cost.requests;
  return (count * WINDOW_SECONDS[window] * 1000) / limit;
}

function unitsOfDay({ utcDay, unitsOfDay }: Consumption, nowMs: number): number {
  return utcDay === Math.floor(nowMs / DAY_MS) ? unitsOfDay : 0;
}
