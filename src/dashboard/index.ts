export { DASHBOARD_FEATURE } from './dashboard.feature.js';
export { serveDashboard } from './serve-dashboard.js';
