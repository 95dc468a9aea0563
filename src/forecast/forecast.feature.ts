import type { ProblemDescription } from '../core/http/index.js';
import { type ScopeDescription, defineFeature } from '../core/features/index.js';
import { OWN_METRICS } from '../weather/metrics/index.js';
import { FORECAST_EXAMPLES } from './forecast.examples.js';
import { ForecastModule } from './forecast.module.js';

const scopes = {
  'forecast:read': { title: 'Read the forecast for one location', holders: ['key'], byDefault: true },
  'forecast:batch': {
    title: 'Read forecasts for many locations in one request',
    holders: ['key'],
    byDefault: true,
  },
} satisfies Record<string, ScopeDescription>;

const problems = {
  forecast_unavailable: {
    status: 503,
    title: 'No forecast covers the request',
    help: 'No stored model run covers the location and the time. "Retry-After" says when to try again.',
    example: {
      instance: '/v1/weather/forecast',
      detail: 'No stored run of gfs covers the location 42.3478, -71.0466 at 2026-11-21T03:00:00Z.',
    },
  },
} satisfies Record<string, ProblemDescription>;

export const FORECAST_FEATURE = defineFeature({
  name: 'forecast',
  examples: FORECAST_EXAMPLES,
  module: ForecastModule,
  scopes,
  problems,
  metrics: OWN_METRICS,
  dashboard: [
    { path: '/forecast', title: 'Forecast explorer', icon: 'cloud-sun', order: 60, ofOrganization: true },
    { path: '/forecast/request' },
  ],
  tags: [
    {
      name: 'Weather',
      description:
        'Forecasts for one or many locations, and the metrics, codes and model runs behind them. Forecasts require an API key.',
    },
  ],
});

declare module '../core/features/names.types.js' {
  interface Scopes extends Record<keyof typeof scopes, true> {}
  interface Problems extends Record<keyof typeof problems, true> {}
}
