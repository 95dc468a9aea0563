import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import type { RateLimits } from '../../config/configuration.js';
import { type Cost, debtsAt, refusal, utcDayOf } from './client-limits.js';
import { LIMIT_SCRIPT, LIMIT_UNKNOWN } from './limit-script.js';
import { type Admission, LimitStorage, type Standing, type TakeResult } from './limit.storage.js';
import { type LocalLimitStorage } from './local-limit.storage.js';

const KEY_PREFIX = 'weather:limits:';
const NOTHING: Cost = { requests: 0, units: 0 };
/** A store that takes longer counts as lost. */
const ANSWER_MS = 500;
/** Nobody waits for it: until there is a connection, requests are decided upon here. */
const CONNECT_MS = 5_000;
/** A lost store is asked again after so long. */
const PAUSE_MS = 1_000;
const LONGEST_RECONNECT_MS = 2_000;

type What = 'take' | 'give' | 'look';
/** As `LIMIT_SCRIPT` says. */
type ScriptAnswer = [admitted: number, ...numbers: string[]];

interface ScriptedRedis extends Redis {
  limitClient(key: string, ...parameters: (string | number)[]): Promise<ScriptAnswer>;
}

/**
 * Keeps consumption in Valkey or Redis, where several processes share it. While the store does not answer each process
 * limits by itself, from what it last knew; requests are never refused because of it. What the store does not know of a
 * client, as when it has lost its memory, it is told.
 */
export class SharedLimitStorage
  extends LimitStorage
  implements OnApplicationBootstrap, OnApplicationShutdown
{
  private readonly logger = new Logger(SharedLimitStorage.name);
  private readonly redis: ScriptedRedis;
  private connecting: Promise<void> | undefined;
  private hasLostStore = false;
  private pausedUntilMs = 0;

  constructor(
    url: string,
    private readonly local: LocalLimitStorage,
  ) {
    super();
    this.redis = new Redis(url, {
      lazyConnect: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      connectTimeout: CONNECT_MS,
      retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 6), LONGEST_RECONNECT_MS),
    }) as ScriptedRedis;
    this.redis.defineCommand('limitClient', { numberOfKeys: 1, lua: LIMIT_SCRIPT });
    // Each failure shows in the request that meets it, and is reported there once.
    this.redis.on('error', () => undefined);
  }

  override isLost(): boolean {
    return this.hasLostStore;
  }

  /** Called for each of the two providers that hold the storage: ours, and that of Nest's throttler. */
  onApplicationBootstrap(): Promise<void> {
    return (this.connecting ??= this.connect());
  }

  private async connect(): Promise<void> {
    try {
      await this.redis.connect();
    } catch (error) {
      this.noteLoss(error);
    }
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  take(clientId: string, limits: RateLimits, cost: Cost): Promise<TakeResult> {
    return this.ask(
      () => this.run('take', clientId, limits, cost),
      () => this.local.take(clientId, limits, cost),
    );
  }

  giveBack(clientId: string, limits: RateLimits, { cost, takenMs }: Admission): Promise<Standing> {
    return this.ask(
      () => this.run('give', clientId, limits, cost, takenMs),
      () => this.local.standingOf(clientId, limits),
    );
  }

  standingOf(clientId: string, limits: RateLimits): Promise<Standing> {
    return this.ask(
      () => this.run('look', clientId, limits, NOTHING),
      () => this.local.standingOf(clientId, limits),
    );
  }

  private async ask<T>(store: () => Promise<T>, local: () => T): Promise<T> {
    if (this.hasLostStore && Date.now() < this.pausedUntilMs) return local();
    // Whoever asks next does not wait for the store as well while it is uncertain that it answers.
    if (this.hasLostStore) this.pausedUntilMs = Date.now() + PAUSE_MS;
    try {
      const answer = await inTime(store());
      this.noteRecovery();
      return answer;
    } catch (error) {
      this.noteLoss(error);
      return local();
    }
  }

  private async run(
    what: What,
    clientId: string,
    limits: RateLimits,
    cost: Cost,
    takenMs = 0,
  ): Promise<TakeResult> {
    const { second, minute, hour, day } = limits;
    const question = [what, cost.requests, cost.units, utcDayOf(takenMs)];
    const windows = [second ?? 0, minute ?? 0, hour ?? 0, day ?? 0];
    const ask = (known: number[]) =>
      this.redis.limitClient(KEY_PREFIX + clientId, ...question, ...windows, ...known);
    let answer = await ask([]);
    if (answer[0] === LIMIT_UNKNOWN) answer = await ask(this.known(clientId, limits));
    const [isAdmitted, ...texts] = answer;
    const [nowMs, secondMs, minuteMs, hourMs, asOfMs, utcDay, unitsOfDay] = texts.map(Number);
    const consumption = {
      debtsMs: [secondMs, minuteMs, hourMs] as [number, number, number],
      asOfMs,
      utcDay,
      unitsOfDay,
    };
    this.local.adopt(clientId, consumption);
    const decision =
      what === 'take' && isAdmitted === 0
        ? refusal(consumption, limits, cost, nowMs)
        : { admitted: true, violated: [], retryAfterSeconds: 0 };
    return { ...decision, consumption, nowMs, takenFrom: this };
  }

  /** What this process knows of a client, from before the store forgot it or from the usage before the start. */
  private known(clientId: string, limits: RateLimits): number[] {
    const { consumption, nowMs } = this.local.standingOf(clientId, limits);
    return [...debtsAt(consumption, nowMs), consumption.utcDay, consumption.unitsOfDay];
  }

  private noteLoss(error: unknown): void {
    this.pausedUntilMs = Date.now() + PAUSE_MS;
    if (this.hasLostStore) return;
    this.hasLostStore = true;
    const reason = error instanceof Error ? error.message : String(error);
    this.logger.warn(
      `The store of the limits does not answer, so that each process limits by itself: ${reason}`,
    );
  }

  private noteRecovery(): void {
    if (!this.hasLostStore) return;
    this.hasLostStore = false;
    this.logger.warn('The store of the limits answers again');
  }
}

/**
 * Rejects when the answer takes too long. Where it was this process that stood still, the answer may be here already,
 * and its turn comes after that of the timers: it still counts.
 */
function inTime<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`There was no answer within ${ANSWER_MS} ms.`));
    const timer = setTimeout(() => setImmediate(late), ANSWER_MS);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
