import type { RateLimits } from '../../config/configuration.js';
import { WINDOWS } from './client-limits.js';
import type { Decision } from './client-limits.js';
import type { Standing } from './limit.storage.js';

/** The topic of what a worker asks the primary about limits that other services share. */
export const LIMITS = 'limits';

export type LimitAction = 'take' | 'give' | 'look';

/** Lists, not objects: the names of members would be most of what is sent, for each request. */
export type LimitQuestion = [
  action: LimitAction,
  /** Which of the primary's storages: 0 is the one to ask, others are those that it may have left a decision to. */
  storage: number,
  clientId: string,
  /** In the order of WINDOWS. */
  limits: (number | null)[],
  requests: number,
  units: number,
  /** When what is given back was taken. */
  takenMs: number,
];

export type LimitAnswer = [
  nowMs: number,
  secondMs: number,
  minuteMs: number,
  hourMs: number,
  asOfMs: number,
  utcDay: number,
  unitsOfDay: number,
  storage: number,
  retryAfterSeconds: number,
  /** Places in WINDOWS; none where the request is admitted. */
  violated: number[],
];

export function writeAnswer(
  { consumption, nowMs }: Standing,
  storage: number,
  { violated, retryAfterSeconds }: Pick<Decision, 'violated' | 'retryAfterSeconds'>,
): LimitAnswer {
  const { debtsMs, asOfMs, utcDay, unitsOfDay } = consumption;
  const places = violated.map((window) => WINDOWS.indexOf(window));
  return [nowMs, ...debtsMs, asOfMs, utcDay, unitsOfDay, storage, retryAfterSeconds, places];
}

export function readAnswer(answer: LimitAnswer): Standing & Decision & { storage: number } {
  const [nowMs, secondMs, minuteMs, hourMs, asOfMs, utcDay, unitsOfDay, storage, retryAfterSeconds, places] =
    answer;
  return {
    admitted: places.length === 0,
    violated: places.map((place) => WINDOWS[place]),
    retryAfterSeconds,
    consumption: { debtsMs: [secondMs, minuteMs, hourMs], asOfMs, utcDay, unitsOfDay },
    nowMs,
    storage,
  };
}

export function writeLimits({ second, minute, hour, day }: RateLimits): (number | null)[] {
  return [second, minute, hour, day];
}

export function readLimits([second, minute, hour, day]: (number | null)[]): RateLimits {
  return { second, minute, hour, day };
}
