import { MikroORM } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { MetricsService, samplesBy } from './metrics.service.js';

/** The driver doesn't come with types. */
interface ConnectionPool {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
  options: { max: number };
}

/** The database connection pool. It doesn't include the connection that listens for changes. */
@Injectable()
export class DatabaseMetrics {
  constructor(
    metrics: MetricsService,
    private readonly orm: MikroORM,
  ) {
    metrics.gauge('weather_database_connections', 'Connections to the database, by state.', async () => {
      const { totalCount, idleCount } = await this.pool();
      return samplesBy('state', { busy: totalCount - idleCount, idle: idleCount });
    });
    metrics.gauge(
      'weather_database_connections_max',
      'The maximum number of connections.',
      async () => (await this.pool()).options.max,
    );
    metrics.gauge(
      'weather_database_waiting_requests',
      'Operations waiting for a free connection.',
      async () => (await this.pool()).waitingCount,
    );
  }

  private async pool(): Promise<ConnectionPool> {
    return await this.orm.em.getConnection().getNativeClient();
  }
}
