import { resolve } from 'node:path';
import type { DatabaseConnection } from './database/database-connection.types.js';
import type { FeatureSettings } from './feature-settings.js';
import type { IdentityProviderSettings } from './identity-providers.js';
import type { MailSettings } from './mail-settings.js';
import type { ModelSettings } from './model-settings.js';
import type { ObservationTarget } from './observation-settings.js';
import type { TerrainSettings } from './terrain-settings.js';

/** Who may see a page of facts. */
export const AUDIENCES = ['members', 'public', 'off'] as const;
export const SWITCH = ['on', 'off'] as const;
export type Switch = (typeof SWITCH)[number];

/** Who may register: everyone, no one, or people with a verified address in one of the domains. */
export type Registration = 'open' | 'closed' | { readonly domains: readonly string[] };

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What happens to requests with a key while usage can't be written. */
export const JOURNAL_FULL = ['refuse', 'uncounted'] as const;
export type JournalFull = (typeof JOURNAL_FULL)[number];

/** Requests or units that a client may spend per window; `null` means that there is no such window. */
export interface RateLimits {
  second: number | null;
  minute: number | null;
  hour: number | null;
  day: number | null;
}

/** The argon2id parameters of a password hash. */
export interface PasswordCost {
  memoryKib: number;
  passes: number;
}

/** Where model runs are shared: a directory on a volume that every process mounts, or an S3-compatible bucket. */
export type SharedRunStore =
  | { kind: 'volume'; directory: string }
  | {
      kind: 'bucket';
      bucket: string;
      /** Empty, or with a trailing slash. */
      prefix: string;
      /** Absent: Amazon S3. */
      endpoint?: string;
      region?: string;
    };

/** The service's settings, as `loadConfiguration` reads them from the environment. */
export class Configuration implements ModelSettings {
  readonly port!: number;
  readonly host!: string;
  /** Without a trailing slash. */
  readonly publicUrl!: string;
  /** Absolute. */
  readonly dataDirectory!: string;
  /** Absent: PostgreSQL runs embedded in the data directory. */
  readonly database?: DatabaseConnection;
  readonly models!: ModelSettings['models'];
  readonly knownModels!: ModelSettings['knownModels'];
  /** Sources of station reports, in order. */
  readonly observations!: readonly ObservationTarget[];
  /** Whether reports of other sources stay: another process decides on them. */
  readonly keepsOtherObservations!: boolean;
  /** Where the heights of places come from. */
  readonly terrain!: TerrainSettings;
  /** Who may see how accurate forecasts are. */
  readonly accuracy!: (typeof AUDIENCES)[number];
  /** Who may see the state of the models at /status. */
  readonly statusPage!: (typeof AUDIENCES)[number];
  /** `off`: only the ingest command ingests runs. */
  readonly ingestSchedule!: Switch;
  readonly runsKept!: number;
  /** Absent: runs are only in this data directory. */
  readonly sharedRunStore?: SharedRunStore;
  readonly defaultRateLimits!: RateLimits;
  /** Applies to each account and each organization. */
  readonly maxClientsPerAccount!: number;
  /** Organizations that an account may create, not counting its personal one. */
  readonly maxOrganizationsPerAccount!: number;
  readonly maxKeysPerClient!: number;
  readonly maxAlertsPerOrganization!: number;
  /** Name servers for looking up domain records, as addresses with a port unless it is 53. Empty: the system's. */
  readonly dnsServers!: readonly string[];
  readonly registration!: Registration;
  /** `off`: people sign in with other identities only. */
  readonly passwordSignIn!: Switch;
  /** Whether `/open-meteo/key/{apikey}/v1/forecast` is served. */
  readonly openMeteoPathKeys!: Switch;
  /** Address ranges where organizations' OpenID issuers may be, although they aren't public. */
  readonly oidcAllowedNetworks!: readonly string[];
  /** The same for webhooks. */
  readonly webhookAllowedNetworks!: readonly string[];
  /** OpenID providers that people can sign in with. */
  readonly identityProviders!: readonly IdentityProviderSettings[];
  /** Absent: the service sends no mail. */
  readonly mail?: MailSettings;
  /** The account that registers with this address is the administrator of a new installation. */
  readonly adminEmail?: string;
  /** If set, the administrator is created at the first start. */
  readonly adminPassword?: string;
  /** Whether the service runs in its own image, where the first to register isn't necessarily its operator. */
  readonly isContainer!: boolean;
  /** No setting lowers it; tests do. */
  readonly passwordCost!: PasswordCost;
  readonly sessionIdleHours!: number;
  readonly sessionMaxDays!: number;
  readonly usageRetentionDays!: number;
  readonly requestLogRetentionDays!: number;
  readonly journalFull!: JournalFull;
  /** Absent: generated in the data directory. */
  readonly keySecret?: string;
  /** The previous secret: what is hashed with it still verifies, and is rehashed on use. */
  readonly keySecretPrevious?: string;
  readonly trustedProxies!: string[];
  /** Valkey or Redis, for rate limits that several processes share. Absent: each process has its own limits. */
  readonly redisUrl?: string;
  /** Origins whose pages may call the weather routes. Absent: any. */
  readonly corsOrigins?: string[];
  /** Bearer token for reading the metrics. Absent: only callers on this machine may read them. */
  readonly metricsToken?: string;
  /** Packages or paths of modules that extend the service. Their code runs with the service's permissions. */
  readonly features!: string[];
  /** Whether to warn about what only developers can change. */
  readonly isDevelopment!: boolean;
  /** What features declare. */
  readonly featureSettings!: FeatureSettings;
  readonly logLevel!: LogLevel;
  /** Warnings about variables that are probably misspelled. */
  readonly warnings!: string[];

  constructor(values: Omit<Configuration, 'runsDirectory' | 'terrainDirectory' | 'isSecure'>) {
    Object.assign(this, values);
  }

  /** The runs that are served: a store's own, or verified copies of the shared runs (or links to them). */
  get runsDirectory(): string {
    return resolve(this.dataDirectory, 'runs');
  }

  /** The heights of the ground that were fetched. Those of models are in a folder of `runsDirectory`. */
  get terrainDirectory(): string {
    return resolve(this.dataDirectory, 'terrain');
  }

  /** Whether callers reach the service over https, so that cookies may be marked as secure. */
  get isSecure(): boolean {
    return new URL(this.publicUrl).protocol === 'https:';
  }
}
