export { ApiKeyVerifierService, STALE_MS } from './api-key-verifier.service.js';
export { ApiKey } from './api-key.entity.js';
export { ApiKeyGuard, RequiredScope } from './api-key.guard.js';
export { API_KEYS_FEATURE } from './api-keys.feature.js';
export { ApiKeysModule } from './api-keys.module.js';
export { ApiKeysService } from './api-keys.service.js';
export { CurrentPrincipal } from './current-principal.decorator.js';
export { type KeyUse, LastUsesService } from './last-uses.service.js';
export { type KeyOwner, type Principal, dependsOn } from './principal.js';
