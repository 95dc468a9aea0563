import type { FaultLog } from './fault-log.js';

/** What a caller saw of one request. */
export interface Outcome {
  id: string;
  /** Units that the client is charged for a 200 response. */
  units: number;
  sentMs: number;
  receivedMs: number;
  /** Undefined if no response arrived. */
  status?: number;
  /** Why it failed, for the summary; undefined for an expected response. */
  failure?: string;
  /** Whether the service must have counted it, must not have, or may have because a connection broke. */
  counted: 'yes' | 'no' | 'maybe';
}

const TOLD_WRONG = 20;
const NOTHING_WRONG = 'while nothing was wrong';

/** Everything that callers saw, and what was wrong with it. */
export class Ledger {
  readonly outcomes = new Map<string, Outcome>();
  readonly failures = new Map<string, number>();
  readonly latenciesMs: number[] = [];
  readonly wrong: string[] = [];
  readonly overAdmitted: string[] = [];
  answers = 0;
  wrongAnswers = 0;
  overAdmittedRequests = 0;
  longestGapMs = 0;
  /** Requests that failed during a graceful restart and nothing else. */
  failedByOrder = 0;
  private lastAnswerMs: number | undefined;
  private ids = 0;

  constructor(private readonly faults: FaultLog) {}

  nextId(): string {
    return `soak-${(this.ids += 1)}`;
  }

  record(outcome: Outcome): void {
    this.outcomes.set(outcome.id, outcome);
    if (outcome.failure !== undefined) this.noteFailure(outcome, outcome.failure);
    if (outcome.status === undefined) return;
    this.answers += 1;
    if (outcome.status !== 200) return;
    this.latenciesMs.push(outcome.receivedMs - outcome.sentMs);
    if (this.lastAnswerMs !== undefined)
      this.longestGapMs = Math.max(this.longestGapMs, outcome.receivedMs - this.lastAnswerMs);
    this.lastAnswerMs = outcome.receivedMs;
  }

  private noteFailure({ sentMs, receivedMs }: Outcome, failure: string): void {
    const cause = this.faults.during(sentMs, receivedMs) ?? NOTHING_WRONG;
    const label = `${failure}: ${cause}`;
    this.failures.set(label, (this.failures.get(label) ?? 0) + 1);
    if (this.faults.isOrderly(sentMs, receivedMs)) this.failedByOrder += 1;
  }

  noteWrong(text: string): void {
    this.wrongAnswers += 1;
    if (this.wrong.length < TOLD_WRONG) this.wrong.push(text);
  }

  noteOverAdmitted(requests: number, text: string): void {
    this.overAdmittedRequests += requests;
    this.overAdmitted.push(text);
  }

  /** Returns the latency that this share of the responses didn't exceed. */
  percentileMs(share: number): number {
    const sorted = this.latenciesMs.toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  }
}
