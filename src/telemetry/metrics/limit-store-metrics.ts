import { Injectable } from '@nestjs/common';
import { LimitStorage } from '../../usage/limits/limit.storage.js';
import { Metrics } from './metrics.service.js';

/** Where the limits are kept. */
@Injectable()
export class LimitStoreMetrics {
  constructor(metrics: Metrics, storage: LimitStorage) {
    metrics.add(
      {
        name: 'weather_limit_store_lost',
        type: 'gauge',
        help: '1 while the store that replicas share does not answer, and each process limits by itself.',
      },
      () => Number(storage.isLost()),
    );
  }
}
