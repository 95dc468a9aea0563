import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type RunScript, SharedStore } from '../../core/redis/index.js';
import type { RateLimits } from '../../core/config/index.js';
import { type Consumption, type Cost, refusal, spentAt, utcDayOf } from './client-limits.js';
import { LIMIT_SCRIPT, LIMIT_UNKNOWN } from './limit-script.js';
import { LimitStorage, type Standing, type TakeResult } from './limit.storage.js';
import { type LocalLimitStorage } from './local-limit.storage.js';

const KEY_PREFIX = 'weather:spent:';
const NOTHING: Cost = { requests: 0, units: 0 };

type What = 'take' | 'give' | 'peek';
/** The return value of `LIMIT_SCRIPT`. */
type ScriptAnswer = [admitted: number, ...numbers: string[]];

/**
 * Keeps consumption in Valkey or Redis, shared by several processes. While the store doesn't respond, each process
 * enforces limits on its own, from the last known state; requests are never refused because of the outage. If the store
 * doesn't know a client, such as after losing its data, it gets the state that this process knows.
 */
export class SharedLimitStorage
  extends LimitStorage
  implements OnApplicationBootstrap, OnApplicationShutdown
{
  private readonly logger = new Logger(SharedLimitStorage.name);
  private readonly store: SharedStore;

  constructor(
    url: string,
    private readonly local: LocalLimitStorage,
  ) {
    super();
    this.store = new SharedStore(url, {
      script: LIMIT_SCRIPT,
      onLoss: (reason) =>
        this.logger.warn(
          `The store for rate limits is unreachable, so each process enforces limits on its own: ${reason}`,
        ),
      onRecovery: () => this.logger.warn('The store for rate limits is reachable again'),
    });
  }

  override isLost(): boolean {
    return this.store.isLost;
  }

  onApplicationBootstrap(): Promise<void> {
    return this.store.connect();
  }

  onApplicationShutdown(): void {
    this.store.disconnect();
  }

  take(holderId: string, limits: RateLimits, cost: Cost): Promise<TakeResult> {
    return this.store.ask(
      (script) => this.run(script, 'take', holderId, limits, cost),
      () => this.local.take(holderId, limits, cost),
    );
  }

  giveBack(holderId: string, limits: RateLimits, cost: Cost, takenMs: number): Promise<Standing> {
    return this.store.ask<Standing>(
      (script) => this.run(script, 'give', holderId, limits, cost, takenMs),
      () => this.local.standingOf(holderId, limits),
    );
  }

  standingOf(holderId: string, limits: RateLimits): Promise<Standing> {
    return this.store.ask<Standing>(
      (script) => this.run(script, 'peek', holderId, limits, NOTHING),
      () => this.local.standingOf(holderId, limits),
    );
  }

  private async run(
    script: RunScript,
    what: What,
    holderId: string,
    limits: RateLimits,
    cost: Cost,
    takenMs = 0,
  ): Promise<TakeResult> {
    const { second, minute, hour, day } = limits;
    const question = [what, cost.requests, cost.units, utcDayOf(takenMs)];
    const windows = [second ?? 0, minute ?? 0, hour ?? 0, day ?? 0];
    const ask = async (known: number[]) =>
      (await script(KEY_PREFIX + holderId, [...question, ...windows, ...known])) as ScriptAnswer;
    let answer = await ask([]);
    if (answer[0] === LIMIT_UNKNOWN) answer = await ask(this.known(holderId, limits));
    const [isAdmitted, ...texts] = answer;
    const [nowMs, ofSecond, ofMinute, ofHour, asOfMs, utcDay, unitsOfDay] = texts.map(Number);
    const consumption: Consumption = { spent: [ofSecond, ofMinute, ofHour], asOfMs, utcDay, unitsOfDay };
    this.local.adopt(holderId, consumption);
    const decision =
      what === 'take' && isAdmitted === 0
        ? refusal(consumption, limits, cost, nowMs)
        : { admitted: true, violated: [], retryAfterSeconds: 0 };
    return { ...decision, consumption, nowMs, decidedBy: this };
  }

  /** Returns what this process knows of a client, from before the store lost it or from usage before the start. */
  private known(holderId: string, limits: RateLimits): number[] {
    const { consumption, nowMs } = this.local.standingOf(holderId, limits);
    return [...spentAt(consumption, limits, nowMs), consumption.utcDay, consumption.unitsOfDay];
  }
}
