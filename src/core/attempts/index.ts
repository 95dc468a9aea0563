export { AccountAttemptsService, type KnownNetworks } from './account-attempts.service.js';
export { ATTEMPTS_FEATURE } from './attempts.feature.js';
export { AttemptsService } from './attempts.service.js';
