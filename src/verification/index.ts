export {
  type DayAverages,
  type IssueForecast,
  IssuedForecastsService,
} from './forecasts/issued-forecasts.service.js';
export type { PlaceForecast } from './forecasts/run-at-stations.js';
export { DoubtfulStationsService } from './scores/doubtful-stations.service.js';
export { type VerificationStatus, VerificationStatusService } from './status/verification-status.service.js';
export { VerificationStatesService } from './state/verification-states.service.js';
export { VERIFICATION_FEATURE } from './verification.feature.js';
export { VerificationModule } from './verification.module.js';
export { VerificationService } from './verification.service.js';
