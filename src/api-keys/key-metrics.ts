import { Injectable } from '@nestjs/common';
import { ChangeFeedService } from '../core/database/index.js';
import { MetricsService, samplesBy } from '../core/telemetry/index.js';
import { ApiKeyVerifierService } from './api-key-verifier.service.js';

/** Metrics of the key cache, and of the feed that tells it about changes. */
@Injectable()
export class KeyMetrics {
  constructor(metrics: MetricsService, verifier: ApiKeyVerifierService, feed: ChangeFeedService) {
    metrics.counter(
      'weather_key_lookups_total',
      'Keys by how they were verified: from memory (hit), by the database (miss), or by their form alone (malformed).',
      () => {
        const { hits, misses, malformed } = verifier.lookUps;
        return samplesBy('result', { hit: hits, miss: misses, malformed });
      },
    );
    metrics.gauge(
      'weather_keys_remembered',
      'Keys that are verified without the database.',
      () => verifier.rememberedKeys,
    );
    metrics.gauge(
      'weather_change_feed_disconnected',
      "1 while the database doesn't deliver changes from other processes, such as revoked keys.",
      () => Number(!feed.isConnected),
    );
  }
}
