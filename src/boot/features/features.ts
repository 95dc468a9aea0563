import {
  ACCOUNTS_FEATURE,
  FACTORS_FEATURE,
  MAIL_FEATURE,
  PERSONAL_ACCESS_TOKENS_FEATURE,
  SESSIONS_FEATURE,
} from '../../accounts/index.js';
import { API_KEYS_FEATURE } from '../../api-keys/index.js';
import { ATTEMPTS_FEATURE } from '../../core/attempts/index.js';
import { AUDIT_FEATURE, ORGANIZATIONS_FEATURE, SINGLE_SIGN_ON_FEATURE } from '../../organizations/index.js';
import { CLIENTS_FEATURE, OAUTH_FEATURE } from '../../clients/index.js';
import { EVENTS_FEATURE, WEBHOOKS_FEATURE } from '../../events/index.js';
import { HTTP_FEATURE } from '../../core/http/index.js';
import { DASHBOARD_FEATURE } from '../../dashboard/index.js';
import { DATABASE_FEATURE } from '../../core/database/index.js';
import { DOCS_FEATURE } from '../../docs/index.js';
import {
  FORECAST_ALERTS_FEATURE,
  FORECAST_FEATURE,
  FORECAST_JOBS_FEATURE,
  PLACES_FEATURE,
} from '../../forecast/index.js';
import { HEALTH_FEATURE } from '../health/health.feature.js';
import { INGEST_FEATURE, RUNS_FEATURE } from '../../ingest/index.js';
import { OBSERVATIONS_FEATURE } from '../../observations/index.js';
import { VERIFICATION_FEATURE } from '../../verification/index.js';
import { MCP_FEATURE, METEOGRAM_FEATURE, OPEN_METEO_FEATURE, TOMORROW_IO_FEATURE } from '../../apis/index.js';
import { FeatureSet, SCOPES_FEATURE } from '../../core/features/index.js';
import { INJECTABLE_SERVICES_FEATURE } from './injectable-services.feature.js';
import { TELEMETRY_FEATURE } from '../telemetry/telemetry.feature.js';
import { USAGE_FEATURE } from '../../usage/index.js';

/** Listed individually, so that the package's type declarations include the names that each of them declares. */
type OwnFeature =
  | typeof HTTP_FEATURE
  | typeof DATABASE_FEATURE
  | typeof ATTEMPTS_FEATURE
  | typeof FORECAST_FEATURE
  | typeof FORECAST_JOBS_FEATURE
  | typeof METEOGRAM_FEATURE
  | typeof OPEN_METEO_FEATURE
  | typeof TOMORROW_IO_FEATURE
  | typeof OBSERVATIONS_FEATURE
  | typeof VERIFICATION_FEATURE
  | typeof PLACES_FEATURE
  | typeof EVENTS_FEATURE
  | typeof WEBHOOKS_FEATURE
  | typeof FORECAST_ALERTS_FEATURE
  | typeof MCP_FEATURE
  | typeof INGEST_FEATURE
  | typeof RUNS_FEATURE
  | typeof ACCOUNTS_FEATURE
  | typeof SESSIONS_FEATURE
  | typeof FACTORS_FEATURE
  | typeof SINGLE_SIGN_ON_FEATURE
  | typeof PERSONAL_ACCESS_TOKENS_FEATURE
  | typeof ORGANIZATIONS_FEATURE
  | typeof CLIENTS_FEATURE
  | typeof SCOPES_FEATURE
  | typeof API_KEYS_FEATURE
  | typeof OAUTH_FEATURE
  | typeof USAGE_FEATURE
  | typeof AUDIT_FEATURE
  | typeof MAIL_FEATURE
  | typeof HEALTH_FEATURE
  | typeof TELEMETRY_FEATURE
  | typeof DOCS_FEATURE
  | typeof DASHBOARD_FEATURE
  | typeof INJECTABLE_SERVICES_FEATURE;

/** The built-in features, in the order of the API reference. */
export const OWN_FEATURES: readonly OwnFeature[] = [
  HTTP_FEATURE,
  DATABASE_FEATURE,
  ATTEMPTS_FEATURE,
  FORECAST_FEATURE,
  FORECAST_JOBS_FEATURE,
  METEOGRAM_FEATURE,
  OPEN_METEO_FEATURE,
  TOMORROW_IO_FEATURE,
  OBSERVATIONS_FEATURE,
  VERIFICATION_FEATURE,
  PLACES_FEATURE,
  EVENTS_FEATURE,
  WEBHOOKS_FEATURE,
  FORECAST_ALERTS_FEATURE,
  MCP_FEATURE,
  INGEST_FEATURE,
  RUNS_FEATURE,
  ACCOUNTS_FEATURE,
  SESSIONS_FEATURE,
  FACTORS_FEATURE,
  SINGLE_SIGN_ON_FEATURE,
  PERSONAL_ACCESS_TOKENS_FEATURE,
  ORGANIZATIONS_FEATURE,
  CLIENTS_FEATURE,
  SCOPES_FEATURE,
  API_KEYS_FEATURE,
  OAUTH_FEATURE,
  USAGE_FEATURE,
  AUDIT_FEATURE,
  MAIL_FEATURE,
  DASHBOARD_FEATURE,
  HEALTH_FEATURE,
  TELEMETRY_FEATURE,
  DOCS_FEATURE,
  INJECTABLE_SERVICES_FEATURE,
];

/** The feature set of an application without third-party features. */
export const OWN_FEATURE_SET = new FeatureSet(OWN_FEATURES);
