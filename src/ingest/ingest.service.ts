import { MikroORM } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { AdvisoryLock } from '../common/advisory-lock.js';
import { Configuration } from '../config/configuration.js';
import { ForkedIngest } from './forked-ingest.js';
import { IngestStatus } from './ingest-status.js';
import { ingestTarget } from './ingest-target.js';
import { SYSTEM_CLOCK } from './schedule/clock.js';
import { IngestScheduler } from './schedule/ingest.scheduler.js';
import { DEFAULT_SCHEDULE_TIMING } from './schedule/schedule-timing.js';
import { DEFAULT_NETWORK_POLICY } from './source/network-policy.js';
import { openSource } from './source/open-source.js';

/** The database's lock; see AdvisoryLock. */
const LOCK_NAME = 'ingest';

/** The service's own ingest: takes runs by the schedule, unless INGEST_SCHEDULE is off. */
@Injectable()
export class IngestService {
  private scheduler: IngestScheduler | undefined;

  constructor(
    private readonly configuration: Configuration,
    private readonly orm: MikroORM,
    private readonly status: IngestStatus,
  ) {}

  /** Begins to look for runs; nothing else of the service waits for it. */
  start(logger: Logger): void {
    const { ingestSchedule, gfsBaseUrl } = this.configuration;
    if (ingestSchedule === 'off' || this.scheduler) return;
    this.scheduler = new IngestScheduler({
      target: ingestTarget(this.configuration),
      source: openSource(gfsBaseUrl, DEFAULT_NETWORK_POLICY),
      ingest: new ForkedIngest(gfsBaseUrl, DEFAULT_NETWORK_POLICY),
      takeTurn: () => AdvisoryLock.tryAcquire(this.orm, LOCK_NAME),
      status: this.status,
      clock: SYSTEM_CLOCK,
      timing: DEFAULT_SCHEDULE_TIMING,
      random: Math.random,
      logger,
    });
    this.scheduler.start();
  }

  /** Gives up what is under way, and leaves the store as it was. */
  async stop(): Promise<void> {
    await this.scheduler?.stop();
  }
}
