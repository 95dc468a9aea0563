import { MikroORM, RequestContext } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  AccountsService,
  BackgroundWork,
  ClusterLock,
  EventsService,
  FeatureSettings,
  MetricsService,
  OnServiceEvent,
  Outbox,
} from 'weather-forecast-service';
import { TideGauge } from './tide-gauge.entity.js';

const HIGH_CM = 600;

/** Reads the levels of all gauges: every ten minutes, and when there is a new forecast. */
@Injectable()
export class TideLevels extends BackgroundWork implements OnModuleInit {
  protected readonly intervalMs = 600_000;
  private readings = 0;

  constructor(
    private readonly orm: MikroORM,
    private readonly settings: FeatureSettings,
    private readonly events: EventsService,
    private readonly outbox: Outbox,
    private readonly accounts: AccountsService,
    private readonly metrics: MetricsService,
  ) {
    super();
  }

  onModuleInit(): void {
    this.metrics.counter('tides_readings_total', 'Readings of all gauges.', () => this.readings);
    this.outbox.addComposer('tide-high', async (_, { accountId, data }) => {
      const { email } = await this.accounts.known(accountId!);
      const before = [`The tide gauge ${String(data.name)} shows ${String(data.levelCm)} cm.`];
      return { to: email, content: { subject: 'High tide', before } };
    });
  }

  /** One process at a time. */
  async work(): Promise<void> {
    const lock = await ClusterLock.tryAcquire(this.orm, 'tides/levels');
    if (!lock) return;
    try {
      await RequestContext.create(this.orm.em, () => this.read());
    } finally {
      lock.release();
    }
  }

  /** One process for each run, and again later if it fails. */
  @OnServiceEvent('run.published', { once: 'cluster' })
  async onRun(): Promise<void> {
    await this.read();
  }

  private async read(): Promise<void> {
    const response = await fetch(`${this.settings.get('TIDES_URL')}/levels.json`);
    if (!response.ok) throw new Error(`The levels answered with ${response.status}.`);
    const levels = (await response.json()) as Record<string, number>;
    await this.orm.em.transactional(async (em) => {
      for (const gauge of await em.find(TideGauge, { name: Object.keys(levels) })) {
        const wasHigh = (gauge.levelCm ?? 0) >= HIGH_CM;
        gauge.levelCm = levels[gauge.name];
        if (wasHigh || gauge.levelCm < HIGH_CM) continue;
        const { id, name, organizationId, accountId, levelCm } = gauge;
        await this.events.announce(em, {
          type: 'tide.high',
          organization: organizationId,
          data: { tide_gauge_id: id, level_cm: levelCm },
        });
        const { email } = await this.accounts.known(accountId);
        this.outbox.queue(em, { kind: 'tide-high', recipient: email, accountId, data: { name, levelCm } });
      }
    });
    this.readings += 1;
  }
}
