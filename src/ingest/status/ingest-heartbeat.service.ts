import { randomUUID } from 'node:crypto';
import { MikroORM } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Alarm, within } from '../../core/time/index.js';
import { Configuration } from '../../core/config/index.js';
import { HEARTBEAT_INTERVAL_MS, type IngestHeartbeat, INGEST_CHANNEL } from './ingest-heartbeat.types.js';
import { ingestReports } from './ingest-report.js';
import { IngestStatusesService } from './ingest-statuses.service.js';

/** A database that doesn't respond must not delay shutdown. */
const LAST_WORD_MS = 1_000;

/**
 * Sends the reports of this process's ingest over the database to the replicas of shared runs: immediately when they
 * change, and as a heartbeat, so that silence means that no ingest is running.
 */
@Injectable()
export class IngestHeartbeatService {
  private readonly id = randomUUID();
  private readonly alarm = new Alarm();
  private isStopping = false;
  private work: Promise<void> | undefined;

  constructor(
    private readonly configuration: Configuration,
    private readonly orm: MikroORM,
    private readonly statuses: IngestStatusesService,
  ) {}

  /** Does nothing if no runs are shared. */
  start(): void {
    if (!this.configuration.sharedRunStore) return;
    this.statuses.onChange(() => this.alarm.ring());
    this.work ??= this.run();
  }

  /** Sends a last heartbeat. Resolves when it is sent, or takes too long. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.alarm.ring();
    await within(LAST_WORD_MS, this.work, { otherwise: () => undefined });
  }

  private async run(): Promise<void> {
    for (;;) {
      const isLast = this.isStopping;
      // While the database is unavailable, no one can receive it; the next heartbeat has everything.
      await this.beat().catch(() => undefined);
      if (isLast) return;
      await this.alarm.wait(HEARTBEAT_INTERVAL_MS);
    }
  }

  private async beat(): Promise<void> {
    const heartbeat: IngestHeartbeat = {
      id: this.id,
      reports: ingestReports(this.configuration, this.statuses),
      publications: this.statuses.publications,
    };
    await this.orm.em.execute('select pg_notify(?, ?)', [INGEST_CHANNEL, JSON.stringify(heartbeat)]);
  }
}
