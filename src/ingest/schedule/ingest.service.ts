import { MikroORM } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { AdvisoryLock } from '../../core/locks/index.js';
import { Configuration } from '../../core/config/index.js';
import { ForkedIngest } from './forked-ingest.js';
import { CHECK_CHANNEL, DAMAGE_CHANNEL } from '../status/ingest-heartbeat.types.js';
import { ChangeFeedService } from '../../core/database/index.js';
import { StoreRepair } from './store-repair.js';
import { IngestHeartbeatService } from '../status/ingest-heartbeat.service.js';
import { IngestStatusesService } from '../status/ingest-statuses.service.js';
import { ingestTargets, writtenTo } from '../request/ingest-target.js';
import { SYSTEM_CLOCK } from './clock.js';
import { logFirstDownload } from './first-download.js';
import { IngestScheduler } from './ingest.scheduler.js';
import { IngestTurns } from './ingest-turns.js';
import { scheduleTimingAt } from './schedule-timing.js';
import { DEFAULT_NETWORK_POLICY } from '../source/network-policy.js';
import { openSources } from '../source/open-source.js';

/** Ingests runs on schedule within the service, unless INGEST_SCHEDULE is off. */
@Injectable()
export class IngestService {
  private schedulers: IngestScheduler[] = [];
  private repair: StoreRepair | undefined;

  constructor(
    private readonly configuration: Configuration,
    private readonly orm: MikroORM,
    private readonly statuses: IngestStatusesService,
    private readonly heartbeat: IngestHeartbeatService,
    feed: ChangeFeedService,
  ) {
    if (!configuration.sharedRunStore) return;
    feed.hear(DAMAGE_CHANNEL, (name) => void this.repair?.suspect(name));
    feed.hear(CHECK_CHANNEL, () => this.checkHere());
  }

  /**
   * Starts looking for runs; nothing else in the service waits for it.
   *
   * @param servesHere whether this service also handles requests
   */
  start(logger: Logger, servesHere: boolean): void {
    if (this.configuration.ingestSchedule === 'off' || this.schedulers.length > 0) return;
    const targets = ingestTargets(this.configuration.models, this.configuration, servesHere);
    const turns = new IngestTurns((name) => AdvisoryLock.tryAcquire(this.orm, name));
    this.schedulers = targets.map(({ target, baseUrls }, rank) => {
      const status = this.statuses.of(target.model.name);
      return new IngestScheduler({
        target,
        sources: openSources(baseUrls, DEFAULT_NETWORK_POLICY),
        ingest: new ForkedIngest(baseUrls, DEFAULT_NETWORK_POLICY),
        acquireLease: () => turns.acquireLease(target.model.name, rank, status),
        status,
        clock: SYSTEM_CLOCK,
        timing: scheduleTimingAt(rank),
        random: Math.random,
        logger,
      });
    });
    void logFirstDownload(
      targets.map(({ target }) => target),
      logger,
    );
    for (const scheduler of this.schedulers) scheduler.start();
    this.heartbeat.start();
    this.startRepair(logger);
  }

  /**
   * Notifies the ingest, in whichever process it runs, that a shared run could not be fetched because it is damaged.
   */
  async tellDamaged(name: string): Promise<void> {
    await this.orm.em.execute('select pg_notify(?, ?)', [DAMAGE_CHANNEL, name]);
  }

  /** Makes the ingest, in whichever process it runs, look for runs now. */
  async check(): Promise<void> {
    if (this.configuration.sharedRunStore)
      await this.orm.em.execute('select pg_notify(?, ?)', [CHECK_CHANNEL, '']);
    else this.checkHere();
  }

  /** Makes this process look for runs now. */
  checkHere(): void {
    for (const scheduler of this.schedulers) scheduler.check();
  }

  /** Looks for runs soon, because a stored one is damaged. */
  hurry(): void {
    for (const scheduler of this.schedulers) scheduler.hurry();
  }

  /** Aborts the current runs and leaves the store unchanged. */
  async stop(): Promise<void> {
    await Promise.all([this.repair?.stop(), ...this.schedulers.map((scheduler) => scheduler.stop())]);
    await this.heartbeat.stop();
  }

  private startRepair(logger: Logger): void {
    const { sharedRunStore: store } = this.configuration;
    if (!store) return;
    const runsDirectory = writtenTo(this.configuration);
    const removed = () => this.hurry();
    this.repair = new StoreRepair({ store, runsDirectory, logger, removed });
  }
}
