import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isEmail } from 'class-validator';
import { isCommonPassword } from '../common/common-passwords.js';
import { typedSecret } from '../common/typed-secret.js';
import { domainName } from '../network/domain-name.js';
import type { Model } from '../../weather/models/index.js';
import { ConfigurationError } from './configuration-error.js';
import {
  Configuration,
  JOURNAL_FULL,
  LOG_LEVELS,
  type PasswordCost,
  type RateLimits,
  type Registration,
  AUDIENCES,
  SWITCH,
} from './configuration.js';
import { readDatabaseUrl } from './database/database-url.js';
import { dnsServers } from './dns-servers.js';
import { EnvironmentReader } from './environment-reader.js';
import type { DeclaredSetting } from './feature-setting.types.js';
import { identityProviders } from './identity-providers.js';
import { mailSettings } from './mail-settings.js';
import { misspeltVariables } from './misspelt-variables.js';
import { modelSettings } from './model-settings.js';
import { observationSettings } from './observation-settings.js';
import { readFeatureSettings } from './read-feature-settings.js';
import { redisUrl } from './redis-url.js';
import { sharedRunStore } from './shared-run-store.js';
import { terrainSettings } from './terrain-settings.js';

/** OWASP's recommendation for argon2id with one lane. */
const OWASP_PASSWORD_COST: PasswordCost = { memoryKib: 19_456, passes: 2 };
const DEFAULT_RATE_LIMITS = 'second=10,minute=300,hour=5000,day=50000';

/** Located next to `dist` in the image; see docker/Dockerfile. */
const IMAGE_MARK = new URL('../../../.container', import.meta.url);

/**
 * Returns the modules that extend the service. They are loaded before the settings are read, since each may add some.
 */
export function featureNames(environment: NodeJS.ProcessEnv): string[] {
  return new EnvironmentReader(environment).list('FEATURES');
}

/**
 * Reads all settings of the service. Nothing else reads the environment.
 *
 * @param models models of all features; each has its own settings
 * @param declared other settings of features
 * @throws ConfigurationError listing all faults at once
 */
export function loadConfiguration(
  environment: NodeJS.ProcessEnv,
  models: readonly Model[] = [],
  declared: readonly DeclaredSetting[] = [],
): Configuration {
  const reader = new EnvironmentReader(environment);
  const port = reader.integer('PORT', 3000, 1, 65_535);
  const dataDirectory = resolve(reader.text('DATA_DIR') ?? '.data');
  const ingestSchedule = reader.oneOf('INGEST_SCHEDULE', SWITCH, 'on');
  const values = {
    port,
    host: reader.text('HOST') ?? '127.0.0.1',
    publicUrl: reader.url('PUBLIC_URL', ['http:', 'https:'], `http://localhost:${port}`),
    dataDirectory,
    database: readDatabaseUrl(reader),
    ...modelSettings(reader, models),
    ingestSchedule,
    ...observationSettings(reader, ingestSchedule === 'on'),
    terrain: terrainSettings(reader, ingestSchedule === 'on'),
    accuracy: reader.oneOf('ACCURACY', AUDIENCES, 'members'),
    statusPage: reader.oneOf('STATUS_PAGE', AUDIENCES, 'members'),
    runsKept: reader.integer('RUNS_KEPT', 2, 1, 100),
    sharedRunStore: sharedRunStore(reader, dataDirectory),
    defaultRateLimits: rateLimits(reader, 'DEFAULT_RATE_LIMITS'),
    maxClientsPerAccount: reader.integer('MAX_CLIENTS_PER_ACCOUNT', 20, 1, 100_000),
    maxOrganizationsPerAccount: reader.integer('MAX_ORGANIZATIONS_PER_ACCOUNT', 5, 0, 100_000),
    maxKeysPerClient: reader.integer('MAX_KEYS_PER_CLIENT', 50, 1, 100_000),
    maxAlertsPerOrganization: reader.integer('MAX_ALERTS_PER_ORGANIZATION', 200, 1, 5_000),
    dnsServers: dnsServers(reader),
    registration: registration(reader),
    passwordSignIn: reader.oneOf('PASSWORD_SIGN_IN', SWITCH, 'on'),
    openMeteoPathKeys: reader.oneOf('OPEN_METEO_PATH_KEYS', SWITCH, 'off'),
    identityProviders: identityProviders(reader),
    ...allowedNetworks(reader),
    mail: mailSettings(reader),
    adminEmail: adminEmail(reader),
    adminPassword: adminPassword(reader),
    isContainer: existsSync(IMAGE_MARK),
    isDevelopment: reader.text('NODE_ENV') === 'development',
    passwordCost: OWASP_PASSWORD_COST,
    sessionIdleHours: reader.integer('SESSION_IDLE_HOURS', 168, 1, 8_760),
    sessionMaxDays: reader.integer('SESSION_MAX_DAYS', 30, 1, 365),
    usageRetentionDays: reader.integer('USAGE_RETENTION_DAYS', 400, 2, 3_650),
    requestLogRetentionDays: reader.integer('REQUEST_LOG_RETENTION_DAYS', 7, 1, 365),
    journalFull: reader.oneOf('JOURNAL_FULL', JOURNAL_FULL, 'refuse'),
    keySecret: keySecret(reader, 'KEY_SECRET'),
    keySecretPrevious: keySecret(reader, 'KEY_SECRET_PREVIOUS'),
    trustedProxies: reader.addresses('TRUSTED_PROXIES'),
    redisUrl: redisUrl(reader),
    corsOrigins: reader.origins('CORS_ORIGINS'),
    metricsToken: reader.text('METRICS_TOKEN'),
    features: reader.list('FEATURES'),
    logLevel: reader.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    warnings: reader.warnings,
  };
  const featureSettings = readFeatureSettings(reader, declared);
  const configuration = new Configuration({ ...values, featureSettings });
  if (reader.faults.length > 0) throw new ConfigurationError(reader.faults);
  configuration.warnings.push(...misspeltVariables(environment, reader.names));
  return configuration;
}

/** Until version 1.0, each of the former settings still allows what it did, and no more. */
function allowedNetworks(
  reader: EnvironmentReader,
): Pick<Configuration, 'oidcAllowedNetworks' | 'webhookAllowedNetworks'> {
  const networks = reader.addresses('ALLOWED_NETWORKS');
  const withFormer = (name: string) => {
    reader.deprecate(name, 'use ALLOWED_NETWORKS, which applies to webhooks and identity providers');
    return [...networks, ...reader.addresses(name)];
  };
  return {
    oidcAllowedNetworks: withFormer('OIDC_ALLOWED_NETWORKS'),
    webhookAllowedNetworks: withFormer('WEBHOOK_ALLOWED_NETWORKS'),
  };
}

/** Reads `open`, `closed`, or domains: `domain:example.com,example.org`. */
function registration(reader: EnvironmentReader): Registration {
  const text = reader.text('REGISTRATION') ?? 'open';
  if (text === 'open' || text === 'closed') return text;
  const domains = text
    .replace(/^domain:/, '')
    .split(',')
    .map(domainName);
  if (text.startsWith('domain:') && domains.every((domain) => domain !== undefined)) return { domains };
  return reader.fault('REGISTRATION', `must be open, closed or domain:example.com, not "${text}"`, 'closed');
}

function adminEmail(reader: EnvironmentReader): string | undefined {
  const email = reader.text('ADMIN_EMAIL');
  if (email === undefined || (isEmail(email) && [...email].length <= 254)) return email;
  return reader.fault('ADMIN_EMAIL', `must be an email address, not "${email}"`, undefined);
}

/** Read verbatim, including whitespace, with the same rules as every password. */
function adminPassword(reader: EnvironmentReader): string | undefined {
  const password = reader.verbatim('ADMIN_PASSWORD');
  if (password === undefined) return undefined;
  const { length } = [...typedSecret(password)];
  if (length < 8 || length > 256) reader.fault('ADMIN_PASSWORD', 'must have 8 to 256 characters', undefined);
  else if (isCommonPassword(password)) {
    reader.fault('ADMIN_PASSWORD', 'is too common: choose a different one', undefined);
  }
  if (reader.text('ADMIN_EMAIL') === undefined) {
    reader.fault('ADMIN_PASSWORD', 'requires ADMIN_EMAIL', undefined);
  }
  return password;
}

function keySecret(reader: EnvironmentReader, name: string): string | undefined {
  const secret = reader.text(name);
  if (secret !== undefined && secret.length < 32) {
    return reader.fault(name, 'must have at least 32 characters', secret);
  }
  return secret;
}

/** Reads `second=10,day=50000`. Windows that aren't listed have no limit. */
function rateLimits(reader: EnvironmentReader, name: string): RateLimits {
  const limits: RateLimits = { second: null, minute: null, hour: null, day: null };
  for (const entry of (reader.text(name) ?? DEFAULT_RATE_LIMITS).split(',')) {
    const match = /^\s*(second|minute|hour|day)\s*=\s*([1-9]\d{0,8})\s*$/.exec(entry);
    if (!match) {
      reader.fault(name, `has "${entry.trim()}"; expected, for example, ${DEFAULT_RATE_LIMITS}`, undefined);
      continue;
    }
    limits[match[1] as keyof RateLimits] = Number(match[2]);
  }
  return limits;
}
