import { defineFeature } from '../core/features/index.js';
import { DashboardModule } from './dashboard.module.js';

export const DASHBOARD_FEATURE = defineFeature({
  name: 'dashboard',
  module: DashboardModule,
  dashboard: [{ path: '/', title: 'Overview', icon: 'house', order: 10, ofOrganization: true }],
  tags: [{ name: 'Dashboard', description: 'Endpoints that the dashboard uses.' }],
});
