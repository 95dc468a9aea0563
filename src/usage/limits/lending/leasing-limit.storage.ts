import type { RateLimits } from '../../../config/configuration.js';
import type { ServiceProcesses } from '../../../workers/service-processes.service.js';
import { ADMITTED, type Cost } from '../client-limits.js';
import { readAnswer, writeLimits } from '../limit-messages.js';
import { type Admission, LimitStorage, type Standing, type TakeResult } from '../limit.storage.js';
import {
  LENDING,
  type LendingAction,
  type LendingAnswer,
  type LendingQuestion,
  RECALL,
  type RecallAnswer,
} from './lease-messages.js';
import { QuotaLease } from './quota-lease.js';

/** Leases that are used are reported so often, others returned. */
const SWEEP_MS = 1_000;
const NOTHING: Cost = { requests: 0, units: 0 };

type Answered = ReturnType<typeof readAnswer>;

/**
 * The primary's limits, as a worker keeps them: it asks for each request, or admits from what it was lent. All workers
 * together admit exactly what one process would.
 */
export class LeasingLimitStorage extends LimitStorage {
  private readonly leases = new Map<string, QuotaLease>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly processes: ServiceProcesses) {
    super();
    processes.answer(RECALL, (clientId) => this.comply(clientId as string));
  }

  take(clientId: string, limits: RateLimits, cost: Cost): TakeResult | Promise<TakeResult> {
    const lease = this.leaseOf(clientId, limits);
    const nowMs = Date.now();
    if (!lease.take(cost, nowMs)) return this.askToTake(clientId, lease, cost);
    if (lease.runsLow) this.renew(clientId, lease);
    return { ...ADMITTED, consumption: lease.view, nowMs, takenFrom: this };
  }

  giveBack(clientId: string, limits: RateLimits, { cost, takenMs }: Admission): Standing | Promise<Standing> {
    const lease = this.leaseOf(clientId, limits);
    const nowMs = Date.now();
    if (lease.giveBack(cost, takenMs, nowMs)) return { consumption: lease.view, nowMs };
    return this.ask('give', clientId, lease, cost, takenMs);
  }

  standingOf(clientId: string, limits: RateLimits): Promise<Standing> {
    return this.ask('look', clientId, this.leaseOf(clientId, limits), NOTHING);
  }

  private async askToTake(clientId: string, lease: QuotaLease, cost: Cost): Promise<TakeResult> {
    return { ...(await this.ask('take', clientId, lease, cost)), takenFrom: this };
  }

  private renew(clientId: string, lease: QuotaLease): void {
    lease.isRenewing = true;
    void this.ask('renew', clientId, lease, NOTHING)
      // Only a primary that has ended does not answer, and the workers end with it.
      .catch(() => undefined)
      .finally(() => (lease.isRenewing = false));
  }

  private returnLease(clientId: string, lease: QuotaLease): void {
    this.ask('return', clientId, lease, lease.surrender()).catch(() => undefined);
  }

  private async ask(
    action: LendingAction,
    clientId: string,
    lease: QuotaLease,
    { requests, units }: Cost,
    takenMs = 0,
  ): Promise<Answered> {
    lease.noteQuestion();
    const list = writeLimits(lease.limits);
    const { isAskedOften } = lease;
    const report = lease.report();
    const words: LendingQuestion = [action, clientId, list, requests, units, takenMs, isAskedOften, report];
    const answer = await this.processes.askPrimary<LendingAnswer>(LENDING, words);
    const answered = readAnswer(answer[2]);
    lease.noteAnswer({ requests: answer[0], units: answer[1] }, answered);
    return answered;
  }

  /** The primary wants everything back, to give it to others. */
  private comply(clientId: string): RecallAnswer {
    const lease = this.leases.get(clientId);
    if (!lease) return null;
    const { requests, units } = lease.surrender();
    return [requests, units, writeLimits(lease.limits), lease.report()];
  }

  private leaseOf(clientId: string, limits: RateLimits): QuotaLease {
    let lease = this.leases.get(clientId);
    if (!lease) {
      lease = new QuotaLease(limits);
      this.leases.set(clientId, lease);
      this.timer ??= setInterval(() => this.sweep(), SWEEP_MS).unref();
    } else if (!lease.isFor(limits)) {
      this.returnLease(clientId, lease);
      lease.changeLimits(limits);
    }
    return lease;
  }

  private sweep(): void {
    for (const [clientId, lease] of this.leases) {
      if (lease.beginPeriod()) {
        this.leases.delete(clientId);
        const { requests, units } = lease.left;
        if (requests + units > 0 || lease.hasReport) this.returnLease(clientId, lease);
      } else if (lease.hasReport && !lease.isRenewing) {
        this.renew(clientId, lease);
      }
    }
    if (this.leases.size === 0) {
      clearInterval(this.timer);
      this.timer = undefined;
    }
  }
}
