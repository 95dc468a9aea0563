export { ObservationFetchService } from './fetch/observation-fetch.service.js';
export { OBSERVATIONS_FEATURE } from './observations.feature.js';
export { ObservationsModule } from './observations.module.js';
export { type KnownStation, type NearStation, ObservationsService } from './reports/observations.service.js';
export type { StoredReport } from './reports/report-block.js';
export { type ObservationFeed, ObservationStatusService } from './status/observation-status.service.js';
