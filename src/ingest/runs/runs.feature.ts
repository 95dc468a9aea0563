import { type EventDescription, defineFeature } from '../../core/features/index.js';
import { RunsModule } from './runs.module.js';

const events = {
  'run.published': {
    title: 'A model run is available',
    description:
      'Forecasts now use a new run, or more of it. Runs are published in parts: up to 48 hours, up to 120 hours, then all. Everybody gets one event for each part.',
    example: {
      model: 'gfs',
      resolution: '0p25',
      run: '2026-11-21T00:00:00Z',
      publishedAt: '2026-11-21T05:03:12Z',
      lastTime: '2026-12-07T00:00:00Z',
      isComplete: true,
    },
  },
} satisfies Record<string, EventDescription>;

const examples = {
  publishedAt: '2026-11-21T05:03:12Z',
  published_at: '2026-11-21T05:03:12Z',
  nextRunExpectedAt: '2026-11-21T11:00:00Z',
  model: 'gfs',
  run: '2026-11-21T00:00:00Z',
  'StoredRun.warnings': [],
  'Ingest.state': 'waiting',
  progress: null,
  lastError: null,
};

export const RUNS_FEATURE = defineFeature({
  name: 'runs',
  module: RunsModule,
  dashboard: [{ path: '/status', isListed: ({ statusPage }) => statusPage !== 'off' }],
  events,
  examples,
});

declare module '../../core/features/names.types.js' {
  interface Events {
    'run.published': {
      model: string;
      resolution: string;
      run: string;
      publishedAt: string;
      lastTime: string;
      isComplete: boolean;
    };
  }
}
