export { ConfigModule } from './config.module.js';
export { ConfigurationError } from './configuration-error.js';
export {
  Configuration,
  type JournalFull,
  type PasswordCost,
  type RateLimits,
  type SharedRunStore,
} from './configuration.js';
export type { DatabaseConnection } from './database/database-connection.types.js';
export { type DeclaredSetting, SETTING_KINDS } from './feature-setting.types.js';
export { FeatureSettings } from './feature-settings.js';
export { type IdentityProviderSettings, isIssuerUrl } from './identity-providers.js';
export { featureNames, loadConfiguration } from './load-configuration.js';
export type { ModelSettings } from './model-settings.js';
export type { ObservationTarget } from './observation-settings.js';
