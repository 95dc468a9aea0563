import type { LimitAnswer } from '../limit-messages.js';

/** The topic of what a worker asks the primary about limits, of which it may be lent some. */
export const LENDING = 'limits.lending';
/** The topic of the primary's wish to have back what it lent a worker of a client. */
export const RECALL = 'limits.recall';

/** `renew` reports, and asks for more; `return` reports, and gives back what is told as cost. */
export type LendingAction = 'take' | 'give' | 'look' | 'renew' | 'return';

/** What a worker did with its lease and had not told yet. */
export type Report = [
  /** What was admitted: moment, requests and units, again and again, in the order of time. */
  uses: number[],
  /** What was given back in the end: moment, requests, units, and when they were taken. */
  refunds: number[],
];

/** Lists, not objects: the names of members would be most of what is sent. */
export type LendingQuestion = [
  action: LendingAction,
  clientId: string,
  /** In the order of WINDOWS. */
  limits: (number | null)[],
  requests: number,
  units: number,
  /** When what is given back was taken. */
  takenMs: number,
  /** Whether the worker asks so often that a lease would save something. */
  wantsLease: boolean,
  report: Report,
];

export type LendingAnswer = [lentRequests: number, lentUnits: number, answer: LimitAnswer];

/** What a worker had left, and had not reported; null where it has nothing of the client. */
export type RecallAnswer =
  [requests: number, units: number, limits: (number | null)[], report: Report] | null;
