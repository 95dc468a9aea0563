import { MikroORM } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { MetricsService } from './metrics.service.js';

/** The driver has no types of its own. */
interface ConnectionPool {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
  options: { max: number };
}

/** The connections to the database. The one that hears of changes is not among them. */
@Injectable()
export class DatabaseMetrics {
  constructor(
    metrics: MetricsService,
    private readonly orm: MikroORM,
  ) {
    metrics.add(
      { name: 'weather_database_connections', type: 'gauge', help: 'Connections to the database, by state.' },
      async () => {
        const { totalCount, idleCount } = await this.pool();
        return [
          { labels: { state: 'busy' }, value: totalCount - idleCount },
          { labels: { state: 'idle' }, value: idleCount },
        ];
      },
    );
    metrics.add(
      { name: 'weather_database_connections_max', type: 'gauge', help: 'The maximum number of connections.' },
      async () => [{ value: (await this.pool()).options.max }],
    );
    metrics.add(
      {
        name: 'weather_database_waiting_requests',
        type: 'gauge',
        help: 'Operations waiting for a free connection.',
      },
      async () => [{ value: (await this.pool()).waitingCount }],
    );
  }

  private async pool(): Promise<ConnectionPool> {
    return await this.orm.em.getConnection().getNativeClient();
  }
}
