import { Injectable } from '@nestjs/common';
import { LimitStorage } from '../../usage/limits/limit.storage.js';
import { MetricsService } from './metrics.service.js';

/** Where the limits are kept. */
@Injectable()
export class LimitStoreMetrics {
  constructor(metrics: MetricsService, storage: LimitStorage) {
    metrics.add(
      {
        name: 'weather_limit_store_lost',
        type: 'gauge',
        help: '1 while the shared limit store is unreachable and each process enforces limits on its own.',
      },
      () => Number(storage.isLost()),
    );
  }
}
