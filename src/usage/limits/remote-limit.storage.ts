import type { RateLimits } from '../../config/configuration.js';
import type { ServiceProcesses } from '../../workers/service-processes.service.js';
import type { Cost } from './client-limits.js';
import {
  type LimitAction,
  type LimitAnswer,
  LIMITS,
  type LimitQuestion,
  readAnswer,
  writeLimits,
} from './limit-messages.js';
import { type Admission, LimitStorage, type Standing, type TakeResult } from './limit.storage.js';

const NOTHING: Cost = { requests: 0, units: 0 };

/** The primary's storages, as a worker asks them where other services share the limits. */
export class RemoteLimitStorage extends LimitStorage {
  private readonly others: RemoteLimitStorage[] = [];

  constructor(
    private readonly processes: ServiceProcesses,
    /** Which of the primary's. */
    private readonly storage = 0,
  ) {
    super();
  }

  async take(clientId: string, limits: RateLimits, cost: Cost): Promise<TakeResult> {
    const { storage, ...result } = await this.ask('take', clientId, limits, cost);
    return { ...result, takenFrom: this.at(storage) };
  }

  giveBack(clientId: string, limits: RateLimits, { cost, takenMs }: Admission): Promise<Standing> {
    return this.ask('give', clientId, limits, cost, takenMs);
  }

  standingOf(clientId: string, limits: RateLimits): Promise<Standing> {
    return this.ask('look', clientId, limits, NOTHING);
  }

  private async ask(
    action: LimitAction,
    clientId: string,
    limits: RateLimits,
    { requests, units }: Cost,
    takenMs = 0,
  ): Promise<ReturnType<typeof readAnswer>> {
    const list = writeLimits(limits);
    const question: LimitQuestion = [action, this.storage, clientId, list, requests, units, takenMs];
    return readAnswer(await this.processes.askPrimary<LimitAnswer>(LIMITS, question));
  }

  private at(storage: number): RemoteLimitStorage {
    if (storage === this.storage) return this;
    return (this.others[storage] ??= new RemoteLimitStorage(this.processes, storage));
  }
}
