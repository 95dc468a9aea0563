import { Injectable } from '@nestjs/common';
import { andThen, type Awaitable } from '../../common/awaitable.js';
import { ServiceProcesses } from '../../workers/service-processes.service.js';
import { ConsumptionHistory } from './consumption-history.js';
import { LimitLender } from './lending/limit-lender.service.js';
import { type LimitAnswer, LIMITS, type LimitQuestion, readLimits, writeAnswer } from './limit-messages.js';
import { LimitStorage } from './limit.storage.js';
import { LocalLimitStorage } from './local-limit.storage.js';

const NO_REFUSAL = { violated: [], retryAfterSeconds: 0 };

/** In the primary: keeps the limits of clients for all workers. */
@Injectable()
export class LimitKeeper {
  private readonly storages: readonly LimitStorage[];

  constructor(
    private readonly storage: LimitStorage,
    private readonly local: LocalLimitStorage,
    private readonly history: ConsumptionHistory,
    private readonly processes: ServiceProcesses,
    private readonly lender: LimitLender,
  ) {
    this.storages = [storage, local];
  }

  /** Takes up what was consumed before the start, and answers from then on. */
  async open(): Promise<void> {
    await this.local.restore(this.history);
    // What is shared with other services cannot be lent: nobody there would call it back.
    if (this.storage === this.local) this.lender.open();
    else this.processes.answer(LIMITS, (question) => this.answer(question as LimitQuestion));
  }

  private answer(question: LimitQuestion): Awaitable<LimitAnswer> {
    const [action, place, clientId, list, requests, units, takenMs] = question;
    const limits = readLimits(list);
    const storage = this.storages[place];
    const cost = { requests, units };
    if (action === 'take')
      return andThen(storage.take(clientId, limits, cost), (taken) =>
        writeAnswer(taken, taken.takenFrom === this.storage ? 0 : 1, taken),
      );
    const standing =
      action === 'give'
        ? storage.giveBack(clientId, limits, { cost, takenMs, takenFrom: storage })
        : storage.standingOf(clientId, limits);
    return andThen(standing, (answered) => writeAnswer(answered, place, NO_REFUSAL));
  }
}
