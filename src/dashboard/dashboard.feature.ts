import { defineFeature } from '../features/define-feature.js';
import { DashboardModule } from './dashboard.module.js';

export const DASHBOARD_FEATURE = defineFeature({
  name: 'dashboard',
  module: DashboardModule,
  tags: [{ name: 'Dashboard', description: 'What the dashboard itself asks for.' }],
});
