import { Injectable } from '@nestjs/common';
import { andThen, type Awaitable } from '../../../common/awaitable.js';
import { unlessLate } from '../../../common/unless-late.js';
import type { RateLimits } from '../../../config/configuration.js';
import type { Peer } from '../../../workers/peer.types.js';
import { ServiceProcesses } from '../../../workers/service-processes.service.js';
import { ADMITTED, type Consumption, type Cost, refusal } from '../client-limits.js';
import { readLimits, writeAnswer } from '../limit-messages.js';
import { type Standing, type TakeResult } from '../limit.storage.js';
import { LocalLimitStorage } from '../local-limit.storage.js';
import {
  LENDING,
  type LendingAnswer,
  type LendingQuestion,
  RECALL,
  type RecallAnswer,
} from './lease-messages.js';
import { LentQuota } from './lent-quota.js';

/** A worker that takes longer keeps its lease, and others are refused as if it had used it. */
const RECALL_MS = 2_000;
/** What is on its way to a worker when it is asked for the first time has arrived at the second. */
const RECALLS = 2;
const NOTHING: Cost = { requests: 0, units: 0 };

interface Borrowed {
  quota: LentQuota;
  /** Those who wait for leases to come back; until then there are no new ones. */
  waiting: number;
  recalling?: Promise<void>;
}

/**
 * In the primary, where no other service shares the limits: keeps them for all workers, and lends a worker that asks
 * often a part of what is left of a client's windows, from which it admits without asking. Nobody is refused as long as
 * a worker has something left: it is called back first.
 */
@Injectable()
export class LimitLender {
  private readonly borrowed = new Map<string, Borrowed>();
  /** Workers that have not answered in time, until they do. */
  private readonly silent = new Set<Peer>();
  private readonly watched = new WeakSet<Peer>();

  constructor(
    private readonly local: LocalLimitStorage,
    private readonly processes: ServiceProcesses,
  ) {}

  open(): void {
    this.processes.answer(LENDING, (question, asker) => this.answer(question as LendingQuestion, asker!));
  }

  private answer(question: LendingQuestion, peer: Peer): Awaitable<LendingAnswer> {
    const [action, clientId, list, requests, units, takenMs, wantsLease, report] = question;
    const limits = readLimits(list);
    const cost = { requests, units };
    const nowMs = Date.now();
    const borrowed = this.borrowed.get(clientId);
    borrowed?.quota.report(this.consumptionOf(clientId, limits, nowMs), limits, peer, report, nowMs);
    this.forgetUnlessLent(clientId);
    switch (action) {
      case 'take':
        return andThen(this.take(clientId, limits, cost), (taken) =>
          this.reply(taken, taken.admitted && wantsLease ? this.lend(clientId, limits, peer) : NOTHING),
        );
      case 'look':
        return andThen(this.recall(clientId), () => this.reply(this.local.standingOf(clientId, limits)));
      case 'give':
        return this.reply(this.giveBack(clientId, limits, cost, takenMs));
      case 'return':
        borrowed?.quota.takeBack(peer, cost);
        this.forgetUnlessLent(clientId);
        return this.reply(this.local.standingOf(clientId, limits));
      case 'renew':
        return this.reply(this.local.standingOf(clientId, limits), this.lend(clientId, limits, peer));
    }
  }

  private reply(answered: Standing & Partial<TakeResult>, lent = NOTHING): LendingAnswer {
    const { violated, retryAfterSeconds } = { ...ADMITTED, ...answered };
    return [lent.requests, lent.units, writeAnswer(answered, 0, { violated, retryAfterSeconds })];
  }

  private take(clientId: string, limits: RateLimits, cost: Cost): Awaitable<TakeResult> {
    const taken = this.takeNow(clientId, limits, cost);
    if (taken.admitted || !this.borrowed.has(clientId)) return taken;
    return andThen(this.recall(clientId), () => this.takeNow(clientId, limits, cost));
  }

  private takeNow(clientId: string, limits: RateLimits, cost: Cost): TakeResult {
    const borrowed = this.borrowed.get(clientId);
    if (!borrowed) return this.local.take(clientId, limits, cost);
    const nowMs = Date.now();
    const consumption = this.consumptionOf(clientId, limits, nowMs);
    const isAdmitted = borrowed.quota.take(consumption, limits, cost, nowMs);
    const decision = isAdmitted
      ? ADMITTED
      : refusal(consumption, limits, borrowed.quota.withHeld(cost), nowMs);
    return { ...decision, consumption, nowMs, takenFrom: this.local };
  }

  private giveBack(clientId: string, limits: RateLimits, cost: Cost, takenMs: number): Standing {
    const borrowed = this.borrowed.get(clientId);
    if (!borrowed) return this.local.giveBack(clientId, limits, { cost, takenMs });
    const nowMs = Date.now();
    const consumption = this.consumptionOf(clientId, limits, nowMs);
    borrowed.quota.giveBack(consumption, limits, { cost, takenMs }, nowMs);
    return { consumption, nowMs };
  }

  private lend(clientId: string, limits: RateLimits, peer: Peer): Cost {
    const known = this.borrowed.get(clientId);
    if (peer.hasEnded || (known && known.waiting > 0)) return NOTHING;
    const nowMs = Date.now();
    const consumption = this.consumptionOf(clientId, limits, nowMs);
    const borrowed = known ?? { quota: new LentQuota(consumption), waiting: 0 };
    const lent = borrowed.quota.lend(consumption, limits, peer, nowMs);
    if (lent.requests + lent.units === 0) return NOTHING;
    this.borrowed.set(clientId, borrowed);
    this.watch(peer);
    return lent;
  }

  /** Resolves when the workers have reported and returned what they had of the client, as far as they answer in time. */
  private recall(clientId: string): Awaitable<void> {
    const borrowed = this.borrowed.get(clientId);
    if (!borrowed) return;
    borrowed.waiting += 1;
    borrowed.recalling ??= this.recallAll(clientId, borrowed).finally(() => {
      borrowed.recalling = undefined;
    });
    return borrowed.recalling.then(() => {
      borrowed.waiting -= 1;
      this.forgetUnlessLent(clientId);
    });
  }

  private async recallAll(clientId: string, { quota }: Borrowed): Promise<void> {
    for (let count = 0; count < RECALLS; count++) {
      const holders = quota.holders.filter((peer) => !this.silent.has(peer));
      if (holders.length === 0) return;
      await Promise.all(holders.map((peer) => this.recallFrom(peer, clientId)));
    }
  }

  private async recallFrom(peer: Peer, clientId: string): Promise<void> {
    const returned = peer.ask<RecallAnswer>(RECALL, clientId).then(
      (answer) => {
        this.silent.delete(peer);
        this.takeBack(peer, clientId, answer);
        return true;
      },
      // It is gone, which is seen to where it is watched.
      () => true,
    );
    if (!(await unlessLate(returned, RECALL_MS))) this.silent.add(peer);
  }

  private takeBack(peer: Peer, clientId: string, answer: RecallAnswer): void {
    const borrowed = this.borrowed.get(clientId);
    if (!borrowed || answer === null) return;
    const [requests, units, list, report] = answer;
    const limits = readLimits(list);
    const nowMs = Date.now();
    borrowed.quota.report(this.consumptionOf(clientId, limits, nowMs), limits, peer, report, nowMs);
    borrowed.quota.takeBack(peer, { requests, units });
    this.forgetUnlessLent(clientId);
  }

  private watch(peer: Peer): void {
    if (this.watched.has(peer)) return;
    this.watched.add(peer);
    void peer.ended.then(() => {
      this.silent.delete(peer);
      const nowMs = Date.now();
      for (const [clientId, { quota }] of this.borrowed) {
        quota.loseLoanOf(peer, (limits) => this.consumptionOf(clientId, limits, nowMs), nowMs);
        this.forgetUnlessLent(clientId);
      }
    });
  }

  /** What nothing is lent of is the storage's alone. */
  private forgetUnlessLent(clientId: string): void {
    const borrowed = this.borrowed.get(clientId);
    if (borrowed?.waiting === 0 && !borrowed.quota.isHeld) this.borrowed.delete(clientId);
  }

  private consumptionOf(clientId: string, limits: RateLimits, nowMs: number): Consumption {
    return this.local.standingOf(clientId, limits, nowMs).consumption;
  }
}
