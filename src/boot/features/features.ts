import { ACCOUNTS_FEATURE } from '../../accounts/accounts.feature.js';
import { API_KEYS_FEATURE } from '../../api-keys/api-keys.feature.js';
import { ATTEMPTS_FEATURE } from '../../core/attempts/attempts.feature.js';
import { AUDIT_FEATURE } from '../../organizations/audit/audit.feature.js';
import { CLIENTS_FEATURE } from '../../clients/clients.feature.js';
import { EVENTS_FEATURE } from '../../events/events.feature.js';
import { FACTORS_FEATURE } from '../../accounts/factors/factors.feature.js';
import { HTTP_FEATURE } from '../../core/http/http.feature.js';
import { DASHBOARD_FEATURE } from '../../dashboard/dashboard.feature.js';
import { DATABASE_FEATURE } from '../../core/database/database.feature.js';
import { DOCS_FEATURE } from '../../docs/docs.feature.js';
import { FORECAST_ALERTS_FEATURE } from '../../forecast/alerts/forecast-alerts.feature.js';
import { FORECAST_JOBS_FEATURE } from '../../forecast/jobs/forecast-jobs.feature.js';
import { FORECAST_FEATURE } from '../../forecast/forecast.feature.js';
import { HEALTH_FEATURE } from '../health/health.feature.js';
import { INGEST_FEATURE } from '../../ingest/ingest.feature.js';
import { MAIL_FEATURE } from '../../accounts/mails/mail.feature.js';
import { MCP_FEATURE } from '../../apis/mcp/mcp.feature.js';
import { METEOGRAM_FEATURE } from '../../apis/meteogram/meteogram.feature.js';
import { OAUTH_FEATURE } from '../../clients/oauth/oauth.feature.js';
import { OPEN_METEO_FEATURE } from '../../apis/open-meteo/open-meteo.feature.js';
import { TOMORROW_IO_FEATURE } from '../../apis/tomorrow-io/tomorrow-io.feature.js';
import { ORGANIZATIONS_FEATURE } from '../../organizations/organizations.feature.js';
import { PERSONAL_ACCESS_TOKENS_FEATURE } from '../../accounts/tokens/personal-access-tokens.feature.js';
import { PLACES_FEATURE } from '../../forecast/places/places.feature.js';
import { RUNS_FEATURE } from '../../ingest/runs/runs.feature.js';
import { SCOPES_FEATURE } from '../../core/features/scopes/scopes.feature.js';
import { SESSIONS_FEATURE } from '../../accounts/sessions/sessions.feature.js';
import { SINGLE_SIGN_ON_FEATURE } from '../../organizations/single-sign-on/single-sign-on.feature.js';
import { TELEMETRY_FEATURE } from '../telemetry/telemetry.feature.js';
import { USAGE_FEATURE } from '../../usage/usage.feature.js';
import { WEBHOOKS_FEATURE } from '../../events/webhooks/webhooks.feature.js';
import { FeatureSet } from '../../core/features/feature-set.js';

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
  | typeof DASHBOARD_FEATURE;

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
];

/** The feature set of an application without third-party features. */
export const OWN_FEATURE_SET = new FeatureSet(OWN_FEATURES);
