export { ObservationFetchService } from './fetch/observation-fetch.service.js';
export { OBSERVATIONS_FEATURE } from './observations.feature.js';
export { ObservationsModule } from './observations.module.js';
export { type ObservationFeed, ObservationStatusService } from './status/observation-status.service.js';
