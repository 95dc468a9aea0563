import { Injectable } from '@nestjs/common';
import { MetricsService, samplesBy } from '../../core/telemetry/index.js';
import { ForecastService } from '../forecast.service.js';

/** Metrics of the response cache, and of refused long responses. */
@Injectable()
export class AnswerMetrics {
  constructor(metrics: MetricsService, forecasts: ForecastService) {
    metrics.counter(
      'weather_answer_lookups_total',
      'Responses served from the cache (hit), shared with a concurrent request (joined), or calculated (miss).',
      () => {
        const { hits, joined, misses } = forecasts.cache;
        return samplesBy('result', { hit: hits, joined, miss: misses });
      },
    );
    metrics.counter(
      'weather_answer_evictions_total',
      'Responses evicted from the cache.',
      () => forecasts.cache.evictions,
    );
    metrics.gauge(
      'weather_answers_kept',
      'Responses in the cache, counting each content coding.',
      () => forecasts.cache.answers,
    );
    metrics.gauge(
      'weather_answers_kept_bytes',
      'Memory used by the response cache.',
      () => forecasts.cache.bytes,
    );
    metrics.counter(
      'weather_long_answers_refused_total',
      'Responses with 503 overloaded: the client, or the process, had the maximum number of long responses in progress.',
      () => samplesBy('of', forecasts.refusedLongAnswers),
    );
  }
}
