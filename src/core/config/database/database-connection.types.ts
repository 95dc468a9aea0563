/** libpq's modes of encrypting a connection and verifying the server's certificate. */
export const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
type SslMode = (typeof SSL_MODES)[number];

export const CHANNEL_BINDINGS = ['disable', 'prefer', 'require'] as const;
type ChannelBinding = (typeof CHANNEL_BINDINGS)[number];

/** Which kinds of servers are acceptable, if there are several. */
export const SESSION_ATTRIBUTES = [
  'any',
  'read-write',
  'read-only',
  'primary',
  'standby',
  'prefer-standby',
] as const;
export type SessionAttributes = (typeof SESSION_ATTRIBUTES)[number];

export interface DatabaseHost {
  /** A host name, an IP address, or the directory of a Unix socket. */
  host: string;
  port: number;
}

/** How to connect to PostgreSQL, from `DATABASE_URL`. Absent values have libpq's defaults. */
export interface DatabaseConnection {
  /** Tried in order; at least one. */
  hosts: DatabaseHost[];
  user?: string;
  password?: string;
  dbName: string;
  sslMode?: SslMode;
  /** A certificate file, or `system` for the system's trusted certificates. */
  sslRootCert?: string;
  /** Files with the client's certificate and its key. */
  sslCert?: string;
  sslKey?: string;
  channelBinding?: ChannelBinding;
  targetSessionAttributes?: SessionAttributes;
  /** Per attempt; 0: no limit. Absent: 10 s. */
  connectTimeoutSeconds?: number;
  applicationName?: string;
  /** Settings for the server, such as `-c statement_timeout=60s`. */
  options?: string;
}
