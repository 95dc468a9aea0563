import { resolve } from 'node:path';
import type { DatabaseConnection } from './database/database-connection.types.js';
import type { IdentityProviderSettings } from './identity-providers.js';
import type { MailSettings } from './mail-settings.js';
import type { ModelSettings } from './model-settings.js';

export const SWITCH = ['on', 'off'] as const;
export type Switch = (typeof SWITCH)[number];

/** Who may register: everybody, nobody, or who has a verified address in one of the domains. */
export type Registration = 'open' | 'closed' | { readonly domains: readonly string[] };

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What happens to keyed requests while usage cannot be written. */
export const JOURNAL_FULL = ['refuse', 'uncounted'] as const;
export type JournalFull = (typeof JOURNAL_FULL)[number];

/** Requests or units that a client may spend in each window; `null` means that there is no such window. */
export interface RateLimits {
  second: number | null;
  minute: number | null;
  hour: number | null;
  day: number | null;
}

/** What argon2id takes to hash a password. */
export interface PasswordCost {
  memoryKib: number;
  passes: number;
}

/** Where model runs are shared: a folder on a volume that every process has, or an S3-compatible bucket. */
export type SharedRunStore =
  | { kind: 'volume'; directory: string }
  | {
      kind: 'bucket';
      bucket: string;
      /** Empty, or with a final slash. */
      prefix: string;
      /** Absent: Amazon's own. */
      endpoint?: string;
      region?: string;
    };

/** The service's settings, as `loadConfiguration` read them from the environment. */
export class Configuration implements ModelSettings {
  readonly port!: number;
  readonly host!: string;
  /** Without a final slash. */
  readonly publicUrl!: string;
  /** Absolute. */
  readonly dataDirectory!: string;
  /** Absent: PostgreSQL runs embedded in the data directory. */
  readonly database?: DatabaseConnection;
  readonly models!: ModelSettings['models'];
  readonly knownModels!: ModelSettings['knownModels'];
  /** `off`: runs are taken by the ingest command alone. */
  readonly ingestSchedule!: Switch;
  readonly runsKept!: number;
  /** Absent: runs are in this data directory alone. */
  readonly sharedRunStore?: SharedRunStore;
  readonly defaultRateLimits!: RateLimits;
  /** Those of an account, and those of an organization. */
  readonly maxClientsPerAccount!: number;
  /** How many organizations an account may create, its personal one aside. */
  readonly maxOrganizationsPerAccount!: number;
  readonly maxKeysPerClient!: number;
  readonly maxAlertsPerOrganization!: number;
  /** Addresses, with a port where it is not 53, of who is asked for the records of domains; without any, the system's. */
  readonly dnsServers!: readonly string[];
  readonly registration!: Registration;
  /** `off`: accounts are signed in to by other identities alone. */
  readonly passwordSignIn!: Switch;
  /** Whether `/open-meteo/key/{apikey}/v1/forecast` answers. */
  readonly openMeteoPathKeys!: Switch;
  /** Ranges of addresses to which issuers of organizations may belong although they are not public. */
  readonly oidcAllowedNetworks!: readonly string[];
  /** The same for webhooks. */
  readonly webhookAllowedNetworks!: readonly string[];
  /** OpenID providers that people sign in with. */
  readonly identityProviders!: readonly IdentityProviderSettings[];
  /** Absent: the service sends no mail. */
  readonly mail?: MailSettings;
  /** Whose registration makes the administrator of a new installation. */
  readonly adminEmail?: string;
  /** With it, the administrator is created at the first start. */
  readonly adminPassword?: string;
  /** Whether the service runs in its own image, where whoever registers first need not be its operator. */
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
  /** The one before: what is hashed with it still verifies, and is hashed anew. */
  readonly keySecretPrevious?: string;
  readonly trustedProxies!: string[];
  /** Valkey or Redis, for limits that several processes share. Absent: each process limits by itself. */
  readonly redisUrl?: string;
  /** The sites whose pages may call the weather routes; absent: any. */
  readonly corsOrigins?: string[];
  /** Whoever has it may read the metrics; absent: only callers on this machine. */
  readonly metricsToken?: string;
  /** Packages or paths of modules that extend the service. Their code runs with its rights. */
  readonly features!: string[];
  readonly logLevel!: LogLevel;
  /** About variables that are probably misspelt. */
  readonly warnings!: string[];

  constructor(values: Omit<Configuration, 'runsDirectory' | 'isSecure'>) {
    Object.assign(this, values);
  }

  /** The runs that are served: a store's own, or verified copies of (links to) the ones that are shared. */
  get runsDirectory(): string {
    return resolve(this.dataDirectory, 'runs');
  }

  /** Whether callers reach the service over https, so that cookies may be marked as secure. */
  get isSecure(): boolean {
    return new URL(this.publicUrl).protocol === 'https:';
  }
}
