import { Injectable } from '@nestjs/common';
import { ForecastService } from '../../forecast/forecast.service.js';
import { Metrics } from './metrics.service.js';

/** The memory of whole answers. */
@Injectable()
export class AnswerMetrics {
  constructor(metrics: Metrics, forecasts: ForecastService) {
    metrics.add(
      {
        name: 'weather_answer_lookups_total',
        type: 'counter',
        help: 'Answers that were kept (hit), were being made for another request (joined), or had to be made (miss).',
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
        help: 'Answers that had to leave the memory for others.',
      },
      () => forecasts.cache.evictions,
    );
    metrics.add(
      { name: 'weather_answers_kept', type: 'gauge', help: 'Answers in memory, each coding for itself.' },
      () => forecasts.cache.answers,
    );
    metrics.add(
      { name: 'weather_answers_kept_bytes', type: 'gauge', help: 'What the answers in memory take.' },
      () => forecasts.cache.bytes,
    );
  }
}
