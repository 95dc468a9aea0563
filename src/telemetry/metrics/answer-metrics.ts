import { Injectable } from '@nestjs/common';
import { ForecastService } from '../../forecast/forecast.service.js';
import { MetricsService } from './metrics.service.js';

/** The memory of whole answers, and long ones that were too many. */
@Injectable()
export class AnswerMetrics {
  constructor(metrics: MetricsService, forecasts: ForecastService) {
    metrics.add(
      {
        name: 'weather_answer_lookups_total',
        type: 'counter',
        help: 'Responses served from the cache (hit), shared with a concurrent request (joined), or calculated (miss).',
      },
      () => {
        const { hits, joined, misses } = forecasts.cache;
        return [
          { labels: { result: 'hit' }, value: hits },
          { labels: { result: 'joined' }, value: joined },
          { labels: { result: 'miss' }, value: misses },
        ];
      },
    );
    metrics.add(
      {
        name: 'weather_answer_evictions_total',
        type: 'counter',
        help: 'Responses evicted from the cache.',
      },
      () => forecasts.cache.evictions,
    );
    metrics.add(
      {
        name: 'weather_answers_kept',
        type: 'gauge',
        help: 'Responses in the cache, counting each content coding.',
      },
      () => forecasts.cache.answers,
    );
    metrics.add(
      { name: 'weather_answers_kept_bytes', type: 'gauge', help: 'Memory used by the response cache.' },
      () => forecasts.cache.bytes,
    );
    metrics.add(
      {
        name: 'weather_long_answers_refused_total',
        type: 'counter',
        help: 'Responses with 503 overloaded: the client, or the process, had the maximum number of long responses in progress.',
      },
      () => Object.entries(forecasts.refusedLongAnswers).map(([of, value]) => ({ labels: { of }, value })),
    );
  }
}
