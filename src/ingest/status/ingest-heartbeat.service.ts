import { randomUUID } from 'node:crypto';
import { MikroORM } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { RepeatedWork } from '../../core/background/index.js';
import { within } from '../../core/time/index.js';
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
export class IngestHeartbeatService extends RepeatedWork {
  protected readonly intervalMs = HEARTBEAT_INTERVAL_MS;
  private readonly id = randomUUID();
  private isOn = false;

  constructor(
    private readonly configuration: Configuration,
    private readonly orm: MikroORM,
    private readonly statuses: IngestStatusesService,
  ) {
    super();
  }

  override onApplicationBootstrap(): void {
    // It starts with the ingest.
  }

  /** Does nothing if no runs are shared. */
  start(): void {
    if (!this.configuration.sharedRunStore || this.isOn) return;
    this.isOn = true;
    this.statuses.onChange(() => this.hurry());
    this.repeat();
    this.hurry();
  }

  /** Sends a last heartbeat. Resolves when it is sent, or takes too long. */
  async stop(): Promise<void> {
    if (!this.isOn) return;
    const sent = this.onModuleDestroy().then(() => this.work());
    const otherwise = () => undefined;
    await within(LAST_WORD_MS, sent.catch(otherwise), { otherwise });
  }

  protected override failed(): void {
    // While the database is unavailable, no one can receive it; the next heartbeat has everything.
  }

  async work(): Promise<void> {
    const heartbeat: IngestHeartbeat = {
      id: this.id,
      reports: ingestReports(this.configuration, this.statuses),
      publications: this.statuses.publications,
    };
    await this.orm.em.execute('select pg_notify(?, ?)', [INGEST_CHANNEL, JSON.stringify(heartbeat)]);
  }
}
