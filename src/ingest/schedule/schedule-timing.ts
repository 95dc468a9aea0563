import { type BackOff, MINUTE_MS, SECOND_MS } from '../../core/time/index.js';

/** The scheduler's waits. Every wait is lengthened at random, so that many services don't poll at the same time. */
export interface ScheduleTiming {
  /** From the start of the service to the first poll. */
  firstPollMs: number;
  /** The longest delay of the poll for a run that is due. */
  dueJitterMs: number;
  /** While a run is incomplete: `firstMs` until it is overdue, then longer and longer. */
  incomplete: BackOff;
  /** After a failure. */
  failure: BackOff;
  /** While another process ingests a run of the model, or after it gave way to another model. */
  busyMs: number;
  /**
   * The shortest time between two polls for damaged runs: a broken disk must not cause endless requests to the source.
   */
  damageMs: number;
  /** A larger difference from the source's clock is worth a warning. */
  clockSkewMs: number;
}

/** The largest share by which a wait is lengthened. */
const JITTER = 0.25;

/** Between the first polls of two models. */
const FIRST_POLLS_APART_MS = 5 * SECOND_MS;

/** What a download at 50 Mbit/s leaves of the three minutes within which a run should be served. */
const POLL_MS = 30 * SECOND_MS;

/** Lengthened at random (see lengthen), this is five minutes: a run that is due is looked for at least that often. */
const LONGEST_BACK_OFF_MS = 4 * MINUTE_MS;

export const DEFAULT_SCHEDULE_TIMING: ScheduleTiming = {
  firstPollMs: SECOND_MS,
  dueJitterMs: POLL_MS,
  incomplete: { firstMs: POLL_MS, longestMs: LONGEST_BACK_OFF_MS },
  failure: { firstMs: MINUTE_MS, longestMs: LONGEST_BACK_OFF_MS },
  busyMs: 10 * SECOND_MS,
  damageMs: 10 * MINUTE_MS,
  clockSkewMs: 5 * MINUTE_MS,
};

/** Returns the timing of the model at a rank in the order of preference: at startup, the preferred model goes first. */
export function scheduleTimingAt(rank: number): ScheduleTiming {
  const { firstPollMs } = DEFAULT_SCHEDULE_TIMING;
  return { ...DEFAULT_SCHEDULE_TIMING, firstPollMs: firstPollMs + rank * FIRST_POLLS_APART_MS };
}

/** Lengthens a wait at random, by up to a quarter. */
export function lengthen(waitMs: number, random: () => number): number {
  return Math.round(waitMs * (1 + JITTER * random()));
}
