import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiUser } from './api-user.js';
import { Happenings } from './events/happenings.js';
import type { Reply } from './ask.js';
import type { FaultLog } from './fault-log.js';
import type { ModelRuns } from './model-runs.js';
import { questionsOf } from './questions.js';
import type { Outcome } from './ledger.js';
import type { WeatherCaller } from './weather-caller.js';

const EVERY_MS = 5_000;
const DAY_LIMIT = 20;
const REQUESTS_AT_ONCE = 60;
const FIRST_LEVEL = 0.8;
/** Time until every replica has noticed that the limit store is back. */
const SETTLED_AFTER_MS = 5_000;
const MINUTES_OF_DAY = 1_440;
const MIDNIGHT_MARGIN_MINUTES = 3;

export interface ProbeParts {
  user: ApiUser;
  caller: WeatherCaller;
  modelRuns: ModelRuns;
  faults: FaultLog;
  signal: AbortSignal;
}

/** The usage of one of the clients. */
interface Used {
  clientId: string;
  fromMs: number;
  /** Units of requests that got a response. */
  units: number;
  /** Includes requests whose responses were lost. */
  possibleUnits: number;
}

/** Clients with a small limit send three times as many requests at once, to all replicas. */
export class LimitProbes {
  checked = 0;
  /** Probes during an outage of the limit store, when replicas apply limits individually, as documented. */
  skipped = 0;
  private readonly used: Used[] = [];

  constructor(private readonly parts: ProbeParts) {}

  async run(): Promise<void> {
    while (!this.parts.signal.aborted) {
      await this.probe().catch(() => (this.skipped += 1));
      await sleep(EVERY_MS);
    }
  }

  /** Returns the expected quota events. A limit store that lost its memory may count less. */
  quotas(): Happenings {
    const quotas = new Happenings();
    for (const { clientId, fromMs, units, possibleUnits } of this.used) {
      if (possibleUnits >= DAY_LIMIT * FIRST_LEVEL) quotas.noteMaybe('quota.reached 80', clientId);
      const isLost = this.parts.faults.lastEndMs('limits', fromMs, performance.now()) !== undefined;
      if (units >= DAY_LIMIT && !isLost && !isNearMidnight()) quotas.note('quota.reached 100', clientId);
      else if (possibleUnits >= DAY_LIMIT) quotas.noteMaybe('quota.reached 100', clientId);
    }
    return quotas;
  }

  private async probe(): Promise<void> {
    const { user, caller, modelRuns, faults } = this.parts;
    const clientId = await user.createClient({ day: DAY_LIMIT });
    const { key } = await user.createKey(clientId);
    const [question] = questionsOf(modelRuns.newest);
    const fromMs = performance.now();
    const calls = Array.from({ length: REQUESTS_AT_ONCE }, () => caller.call(key, question));
    const answers = await Promise.all(calls);
    const replies = answers.map(({ reply }) => reply);
    this.used.push({ clientId, fromMs, ...unitsOf(answers.map(({ outcome }) => outcome)) });
    const isLost = faults.lastEndMs('limits', fromMs - SETTLED_AFTER_MS, performance.now()) !== undefined;
    if (isLost || isNearMidnight()) {
      this.skipped += 1;
      return;
    }
    this.checked += 1;
    const admitted = replies.filter((reply) => reply?.status === 200).length;
    const over = admitted - DAY_LIMIT;
    if (over > 0)
      caller.ledger.noteOverAdmitted(
        over,
        `${admitted} of ${REQUESTS_AT_ONCE} passed a limit of ${DAY_LIMIT}, ${faults.describe(fromMs)}: ${byReplica(replies)}`,
      );
    const others = replies.filter(
      (reply) => reply && reply.status < 500 && ![200, 429].includes(reply.status),
    );
    for (const { status, body } of others.map((reply) => reply!))
      caller.ledger.noteWrong(`A client with a limit was answered with ${status} ${body.slice(0, 200)}.`);
  }
}

function unitsOf(outcomes: Outcome[]): Pick<Used, 'units' | 'possibleUnits'> {
  const units = outcomes.filter(({ status }) => status === 200).length;
  const lost = outcomes.filter(({ status, counted }) => status === undefined && counted === 'maybe').length;
  return { units, possibleUnits: units + lost };
}

/** Whether some clock of the cluster may be about to start a new day, or may just have done so. */
function isNearMidnight(): boolean {
  const minutes = (Date.now() / 60_000) % MINUTES_OF_DAY;
  return Math.min(minutes, MINUTES_OF_DAY - minutes) < MIDNIGHT_MARGIN_MINUTES;
}

/** Counts the admitted requests by replica. */
function byReplica(replies: (Reply | undefined)[]): string {
  const passed = replies.filter((reply) => reply?.status === 200).map((reply) => reply!.replica);
  return JSON.stringify(
    Object.groupBy(passed, (replica) => replica ?? ''),
    (_, value: unknown) => (Array.isArray(value) ? value.length : value),
  );
}
