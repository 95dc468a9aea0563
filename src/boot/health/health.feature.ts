import { defineFeature } from '../../core/features/index.js';
import { HealthModule } from './health.module.js';

const examples = {
  clock_ahead_seconds: 0.004,
};

const auditActions = { 'runs.checked': 'Checked for model runs' } as const;

export const HEALTH_FEATURE = defineFeature({
  name: 'health',
  module: HealthModule.withUsage(),
  tags: [{ name: 'Health', description: 'Health checks and metrics for operators.' }],
  dashboard: [{ path: '/admin/service', title: 'Service', order: 130, adminsOnly: true }],
  auditActions,
  examples,
});

declare module '../../core/features/names.types.js' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}
