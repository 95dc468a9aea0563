import { defineFeature } from '../../core/features/index.js';
import { HealthModule } from './health.module.js';

const examples = {
  clock_ahead_seconds: 0.004,
};

export const HEALTH_FEATURE = defineFeature({
  name: 'health',
  module: HealthModule.withUsage(),
  tags: [{ name: 'Health', description: 'Health checks and metrics for operators.' }],
  dashboard: [{ path: '/admin/service', title: 'Service', order: 130, adminsOnly: true }],
  examples,
});
