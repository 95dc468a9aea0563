import { Redis } from 'ioredis';
import { type BackOff, backOffMs } from '../time/back-off.js';
import { within } from '../time/within.js';
import { ANSWER_MS, type RunScript, ScriptBatch } from './script-batch.js';

/** Nothing waits for the connection: until it is up, decisions are made without the store. */
const CONNECT_MS = 5_000;
/** The driver keeps the process alive for this long if the store is already gone. */
const DISCONNECT_MS = 100;
/** How long a lost store is left alone before the next attempt. */
const PAUSE_MS = 1_000;
/** How soon a loss or a recovery is noticed when there are no requests. */
const PING_EVERY_MS = 5_000;
const RECONNECTS: BackOff = { firstMs: 100, longestMs: 2_000 };

export interface SharedStoreOptions {
  /** Takes one key as `KEYS[1]` and its parameters as `ARGV`. */
  script: string;
  /** Called once for each loss, with the reason. Says what the loss means for the caller. */
  onLoss: (reason: string) => void;
  onRecovery: () => void;
}

/** Valkey or Redis, running one script for several processes. While the store is lost, callers don't wait for it. */
export class SharedStore {
  private readonly redis: Redis;
  private readonly script: ScriptBatch;
  private connecting: Promise<void> | undefined;
  private pinging: NodeJS.Timeout | undefined;
  private hasLostStore = false;
  private pausedUntilMs = 0;

  constructor(
    url: string,
    private readonly options: SharedStoreOptions,
  ) {
    this.redis = new Redis(url, {
      lazyConnect: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      connectTimeout: CONNECT_MS,
      disconnectTimeout: DISCONNECT_MS,
      retryStrategy: (times) => backOffMs(RECONNECTS, times - 1),
    });
    this.script = new ScriptBatch(this.redis, options.script);
    // Failures are reported where a request meets them, once for each loss.
    this.redis.on('error', () => undefined);
  }

  /** Whether the last attempts to reach the store failed. */
  get isLost(): boolean {
    return this.hasLostStore;
  }

  /** Connects once. Resolves even if connecting fails. */
  connect(): Promise<void> {
    this.pinging ??= setInterval(() => void this.ping(), PING_EVERY_MS).unref();
    return (this.connecting ??= this.redis.connect().catch((error: unknown) => this.noteLoss(error)));
  }

  disconnect(): void {
    clearInterval(this.pinging);
    this.redis.disconnect();
  }

  /** Asks the store. Returns the result of `without` while the store doesn't respond. */
  async ask<T>(question: (script: RunScript) => Promise<T>, without: () => T): Promise<T> {
    if (this.hasLostStore && Date.now() < this.pausedUntilMs) return without();
    // Only this call tries the store again; others must not wait until it is known to respond.
    if (this.hasLostStore) this.pausedUntilMs = Date.now() + PAUSE_MS;
    try {
      const answer = await question(this.script.run);
      this.noteRecovery();
      return answer;
    } catch (error) {
      this.noteLoss(error);
      return without();
    }
  }

  private ping(): Promise<unknown> {
    return this.ask<unknown>(
      () => within(ANSWER_MS, this.redis.ping()),
      () => undefined,
    );
  }

  private noteLoss(error: unknown): void {
    this.pausedUntilMs = Date.now() + PAUSE_MS;
    if (this.hasLostStore) return;
    this.hasLostStore = true;
    this.options.onLoss(error instanceof Error ? error.message : String(error));
  }

  private noteRecovery(): void {
    if (!this.hasLostStore) return;
    this.hasLostStore = false;
    this.options.onRecovery();
  }
}
