import { Injectable } from '@nestjs/common';
import { ApiKeyVerifierService } from '../../api-keys/api-key-verifier.service.js';
import { ChangeFeedService } from '../../database/changes/change-feed.service.js';
import { MetricsService } from './metrics.service.js';

/** What is remembered of keys, and whether their changes are heard of. */
@Injectable()
export class KeyMetrics {
  constructor(metrics: MetricsService, verifier: ApiKeyVerifierService, feed: ChangeFeedService) {
    metrics.add(
      {
        name: 'weather_key_lookups_total',
        type: 'counter',
        help: 'Keys by how they were verified: from memory (hit), by the database (miss), or by their form alone (malformed).',
      },
      () => {
        const { hits, misses, malformed } = verifier.lookUps;
        return [
          { labels: { result: 'hit' }, value: hits },
          { labels: { result: 'miss' }, value: misses },
          { labels: { result: 'malformed' }, value: malformed },
        ];
      },
    );
    metrics.add(
      {
        name: 'weather_keys_remembered',
        type: 'gauge',
        help: 'Keys that are verified without the database.',
      },
      () => verifier.rememberedKeys,
    );
    metrics.add(
      {
        name: 'weather_change_feed_disconnected',
        type: 'gauge',
        help: "1 while the database doesn't deliver changes from other processes, such as revoked keys.",
      },
      () => Number(!feed.isConnected),
    );
  }
}
