import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { RepeatedWork } from '../../core/background/index.js';
import { DatabaseClockService } from '../../core/database/index.js';
import { Configuration } from '../../core/config/index.js';
import { DAY_MS, HOUR_MS } from '../../core/time/index.js';
import { logPartition } from './request-log.js';
import { CLIENT_MINUTES, MINUTES_KEPT_MS, ROLL_UP_TABLES } from './roll-up-tables.js';
import { UsageWriterService } from './usage-writer.service.js';
import { lockLog, recountLog } from './write-log.js';

const LOCK_NAME = 'usage-maintenance';

/** Once an hour, in one of the processes, removes expired usage and creates the request log's next partition. */
@Injectable()
export class UsageMaintenanceService extends RepeatedWork {
  protected readonly intervalMs = HOUR_MS;

  constructor(
    private readonly entityManager: EntityManager,
    private readonly configuration: Configuration,
    private readonly writer: UsageWriterService,
    private readonly clock: DatabaseClockService,
  ) {
    super();
  }

  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap();
    this.hurry();
  }

  protected override turn(): Promise<void> {
    return this.work(new Date(this.clock.nowMs()));
  }

  /** Does nothing if another process is running it. */
  async work(now: Date): Promise<void> {
    await this.entityManager.transactional(async (em) => {
      const [{ taken }] = await em.execute<{ taken: boolean }[]>(
        'select pg_try_advisory_xact_lock(hashtext(?)) as taken',
        [LOCK_NAME],
      );
      if (!taken) return;
      await this.removeRows(em, now);
      await this.movePartitions(em, now);
    });
  }

  private async removeRows(em: EntityManager, now: Date): Promise<void> {
    const retentionMs = this.configuration.usageRetentionDays * DAY_MS;
    for (const table of ROLL_UP_TABLES) {
      const keptMs = table === CLIENT_MINUTES ? MINUTES_KEPT_MS : retentionMs;
      await em.execute(`delete from usage.${table.name} where start < ?`, [before(now, keptMs)]);
    }
    // A leftover journal older than that would be counted again.
    await em.execute('delete from usage.journals where applied_at < ?', [before(now, retentionMs)]);
  }

  private async movePartitions(em: EntityManager, now: Date): Promise<void> {
    const oldestMs = now.getTime() - this.configuration.requestLogRetentionDays * DAY_MS;
    const partitions = await em.execute<{ name: string }[]>(
      `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'usage.requests'::regclass`,
    );
    await lockLog(em);
    for (const { name } of partitions)
      if (name < logPartition(oldestMs).name) await em.execute(`drop table usage.${name}`);
    await recountLog(em);
    for (const ahead of [0, DAY_MS]) await this.writer.ensurePartition(em, now.getTime() + ahead);
  }
}

function before(now: Date, keptMs: number): string {
  return new Date(now.getTime() - keptMs).toISOString();
}
