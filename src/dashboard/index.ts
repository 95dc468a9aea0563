export { DASHBOARD_FEATURE } from './dashboard.feature.js';
export type { MountPage, PageApi, PageContext } from './mount-page.types.js';
export { serveDashboard } from './serve-dashboard.js';
