import { defineFeature } from '../features/define-feature.js';
import { DashboardModule } from './dashboard.module.js';
import { PAGE_PATHS } from './page-paths.js';

export const DASHBOARD_FEATURE = defineFeature({
  name: 'dashboard',
  module: DashboardModule,
  routes: PAGE_PATHS.map((path) => `GET ${path}`),
  tags: [{ name: 'Dashboard', description: 'Endpoints that the dashboard uses.' }],
});
