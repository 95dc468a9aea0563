import { Redis } from 'ioredis';
import { inTime } from '../time/in-time.js';
import { type RunScript, ScriptBatch } from './script-batch.js';

/** Nobody waits for it: until there is a connection, what is asked is decided without. */
const CONNECT_MS = 5_000;
/** The driver holds the process for so long when the store is away already. */
const DISCONNECT_MS = 100;
/** A lost store is asked again after so long. */
const PAUSE_MS = 1_000;
/** Its loss and its recovery are noticed after so long, also where nobody asks. */
const PING_EVERY_MS = 5_000;
const LONGEST_RECONNECT_MS = 2_000;

export interface SharedStoreOptions {
  /** Takes one key as `KEYS[1]` and its parameters as `ARGV`. */
  script: string;
  /** What it means that the store does not answer; told once, with the reason. */
  onLoss: (reason: string) => void;
  onRecovery: () => void;
}

/** Valkey or Redis, which runs one script for several processes. While it does not answer nobody waits for it. */
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
      retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 6), LONGEST_RECONNECT_MS),
    });
    this.script = new ScriptBatch(this.redis, options.script);
    // Each failure shows in the request that meets it, and is reported there once.
    this.redis.on('error', () => undefined);
  }

  /** Whether the store did not answer lately. */
  get isLost(): boolean {
    return this.hasLostStore;
  }

  /** Connects once; resolves also where that fails. */
  connect(): Promise<void> {
    this.pinging ??= setInterval(() => void this.ping(), PING_EVERY_MS).unref();
    return (this.connecting ??= this.redis.connect().catch((error: unknown) => this.noteLoss(error)));
  }

  disconnect(): void {
    clearInterval(this.pinging);
    this.redis.disconnect();
  }

  /** What the question is answered by the store, or what `without` says while the store does not answer. */
  async ask<T>(question: (script: RunScript) => Promise<T>, without: () => T): Promise<T> {
    if (this.hasLostStore && Date.now() < this.pausedUntilMs) return without();
    // Whoever asks next does not wait for the store as well while it is uncertain that it answers.
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
      () => inTime(this.redis.ping()),
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
