import type { MikroORM } from '@mikro-orm/postgresql';
import { RepeatedWork } from '../background/index.js';
import { AdvisoryLock } from './advisory-lock.js';

/** Repeated work of one process of the cluster at a time, once it is started. A stop interrupts it. */
export abstract class LockedWork extends RepeatedWork {
  protected abstract readonly lock: string;
  protected abstract readonly orm: MikroORM;
  /** The database's. */
  protected abstract readonly clock: { nowMs: () => number };
  readonly #stopping = new AbortController();
  #isStarted = false;

  /** Begins. Nothing else in the service waits for it. */
  start(): void {
    this.#isStarted = true;
    this.hurry();
  }

  override async onModuleDestroy(): Promise<void> {
    this.#stopping.abort();
    await super.onModuleDestroy();
  }

  protected override async turn(): Promise<void> {
    if (!this.#isStarted) return;
    await this.work(new Date(this.clock.nowMs())).catch((error: unknown) => {
      if (!this.#stopping.signal.aborted) throw error;
    });
  }

  /** @returns false if another process has the lock */
  protected async locked(work: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
    const lock = await AdvisoryLock.tryAcquire(this.orm, this.lock);
    if (!lock) return false;
    try {
      await work(AbortSignal.any([lock.lost, this.#stopping.signal]));
      return true;
    } finally {
      lock.release();
    }
  }
}
