import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiUser } from './api-user.js';
import type { Reply } from './ask.js';
import type { FaultLog } from './fault-log.js';
import type { ModelRuns } from './model-runs.js';
import { questionsOf } from './questions.js';
import type { WeatherCaller } from './weather-caller.js';

const EVERY_MS = 5_000;
const DAY_LIMIT = 20;
const REQUESTS_AT_ONCE = 60;
/** Until every replica has noticed that the store of limits is there again. */
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

/** Clients with a small limit ask three times as much at once, of all replicas. */
export class LimitProbes {
  checked = 0;
  /** Without their store, replicas limit by themselves, as is documented. */
  skipped = 0;

  constructor(private readonly parts: ProbeParts) {}

  async run(): Promise<void> {
    while (!this.parts.signal.aborted) {
      await this.probe().catch(() => (this.skipped += 1));
      await sleep(EVERY_MS);
    }
  }

  private async probe(): Promise<void> {
    const { user, caller, modelRuns, faults } = this.parts;
    const clientId = await user.createClient({ day: DAY_LIMIT });
    const { key } = await user.createKey(clientId);
    const [question] = questionsOf(modelRuns.newest);
    const fromMs = performance.now();
    const calls = Array.from({ length: REQUESTS_AT_ONCE }, () => caller.call(key, question));
    const replies = (await Promise.all(calls)).map(({ reply }) => reply);
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

/** When some clock of the cluster may begin a new day. */
function isNearMidnight(): boolean {
  const minutes = (Date.now() / 60_000) % MINUTES_OF_DAY;
  return Math.min(minutes, MINUTES_OF_DAY - minutes) < MIDNIGHT_MARGIN_MINUTES;
}

/** How many passed at each replica. */
function byReplica(replies: (Reply | undefined)[]): string {
  const passed = replies.filter((reply) => reply?.status === 200).map((reply) => reply!.replica);
  return JSON.stringify(
    Object.groupBy(passed, (replica) => replica ?? ''),
    (_, value: unknown) => (Array.isArray(value) ? value.length : value),
  );
}
