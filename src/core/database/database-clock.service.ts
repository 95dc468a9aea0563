import { MikroORM } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { RepeatedWork } from '../background/repeated-work.js';
import { within } from '../time/within.js';

/** A process whose clock differs by more isn't ready. */
const CLOCK_TOLERANCE_SECONDS = 60;

/** A later response says little about when the database read its clock. */
const ANSWER_MS = 5_000;

/** How long stopping waits for a comparison. */
const STOP_MS = 500;

/**
 * Compares this process's clock with that of the database, which all replicas share: before the service listens, then
 * periodically. While the database doesn't respond, the last comparison holds.
 */
@Injectable()
export class DatabaseClockService extends RepeatedWork implements OnModuleInit {
  protected readonly intervalMs = 15_000;
  private aheadMs: number | undefined;
  private first: Promise<void> | undefined;

  constructor(private readonly orm: MikroORM) {
    super();
  }

  /** How far this process's clock is ahead of the database's; undefined before the first comparison. */
  get aheadSeconds(): number | undefined {
    return this.aheadMs === undefined ? undefined : Math.round(this.aheadMs) / 1_000;
  }

  get isWrong(): boolean {
    return this.aheadMs !== undefined && Math.abs(this.aheadMs) > CLOCK_TOLERANCE_SECONDS * 1_000;
  }

  /** The time for anything that the database stores: the database's time if this process's clock is wrong. */
  nowMs(): number {
    return this.isWrong ? Date.now() - Math.round(this.aheadMs!) : Date.now();
  }

  onModuleInit(): Promise<void> {
    return this.compared();
  }

  override async onModuleDestroy(): Promise<void> {
    await within(STOP_MS, super.onModuleDestroy(), { otherwise: () => undefined });
  }

  /** Resolves when the first comparison is done, even if it failed. */
  compared(): Promise<void> {
    return (this.first ??= this.work());
  }

  async work(): Promise<void> {
    const wasWrong = this.isWrong;
    // The readiness route reports an unavailable database.
    const aheadMs = await within(ANSWER_MS, this.ask()).catch(() => undefined);
    if (aheadMs === undefined) return;
    this.aheadMs = aheadMs;
    if (this.isWrong === wasWrong) return;
    if (wasWrong) this.logger.warn("The clock agrees with the database's again");
    else
      this.logger.warn(
        `The clock is ${(aheadMs / 1_000).toFixed(1)} s ahead of the database's: this process is not ready until ` +
          `they agree to ${CLOCK_TOLERANCE_SECONDS} s, and usage is counted by the database's clock`,
      );
  }

  /** Assumes that the database reads its clock halfway between request and response. */
  private async ask(): Promise<number> {
    const askedMs = performance.now();
    const [{ ms }] = await this.orm.em.execute<{ ms: number }[]>(
      'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
    );
    return Date.now() - (performance.now() - askedMs) / 2 - ms;
  }
}
