/** Waits that double from the first to the longest. */
export interface BackOffTiming {
  firstMs: number;
  longestMs: number;
}

/** How patient the scheduler is. Every wait is lengthened at random, so that many services do not ask at once. */
export interface ScheduleTiming {
  /** From the start of the service to the first look. */
  firstPollMs: number;
  /** The most by which a look at a run that is due is put off. */
  dueJitterMs: number;
  /** While a run is not complete: the first until it is overdue. */
  incomplete: BackOffTiming;
  /** After a failure. */
  failure: BackOffTiming;
  /** While another model's run is taken, or another process takes one. */
  busyMs: number;
  /** After a part, where there is more to take: in it a preferred model that waits has its turn. */
  giveWayMs: number;
  /** The least between two looks because stored runs are damaged: a broken disk must not have the source asked on and on. */
  damageMs: number;
  /** A clock of the source that differs by more is worth a warning. */
  clockSkewMs: number;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** Between the first looks for two models. */
const FIRST_POLLS_APART_MS = 5 * SECOND_MS;

/** Of the three minutes in which a run is to be served, what a download over 50 Mbit/s leaves. */
const POLL_MS = 30 * SECOND_MS;

/** How many times the wait of the model before it a model gives way: that wait is lengthened, and its look takes time. */
const GIVEN_WAY = 1.5;

export const DEFAULT_SCHEDULE_TIMING: ScheduleTiming = {
  firstPollMs: SECOND_MS,
  dueJitterMs: POLL_MS,
  incomplete: { firstMs: POLL_MS, longestMs: 10 * MINUTE_MS },
  failure: { firstMs: MINUTE_MS, longestMs: 30 * MINUTE_MS },
  busyMs: 10 * SECOND_MS,
  giveWayMs: 0,
  damageMs: 10 * MINUTE_MS,
  clockSkewMs: 5 * MINUTE_MS,
};

/**
 * That of the model at a place in the order of preference. One run is taken at a time: at the first start that of the
 * preferred model comes first, and later whoever is preferred asks more often, and before the next part of another's.
 */
export function scheduleTimingAt(place: number): ScheduleTiming {
  const { firstPollMs, busyMs } = DEFAULT_SCHEDULE_TIMING;
  return {
    ...DEFAULT_SCHEDULE_TIMING,
    firstPollMs: firstPollMs + place * FIRST_POLLS_APART_MS,
    busyMs: (place + 1) * busyMs,
    giveWayMs: place * busyMs * GIVEN_WAY,
  };
}
