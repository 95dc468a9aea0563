import { defineFeature } from '../features/define-feature.js';
import { RunsModule } from './runs.module.js';

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
  examples,
});
