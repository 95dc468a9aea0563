import { defineFeature } from '../features/define-feature.js';
import { HealthModule } from './health.module.js';

export const HEALTH_FEATURE = defineFeature({
  name: 'health',
  module: HealthModule.withUsage(),
  tags: [{ name: 'Health', description: 'Health checks and metrics for operators.' }],
});
