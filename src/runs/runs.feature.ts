import { defineFeature } from '../features/define-feature.js';
import { RunsModule } from './runs.module.js';

export const RUNS_FEATURE = defineFeature({
  name: 'runs',
  module: RunsModule,
});
