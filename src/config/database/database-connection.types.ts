/** How far a connection is encrypted, and whether the server's certificate is checked, as libpq names it. */
export const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
type SslMode = (typeof SSL_MODES)[number];

export const CHANNEL_BINDINGS = ['disable', 'prefer', 'require'] as const;
type ChannelBinding = (typeof CHANNEL_BINDINGS)[number];

/** Which of several servers will do. */
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
  /** A name, an address, or the directory of a Unix socket. */
  host: string;
  port: number;
}

/** Where PostgreSQL answers and how it is asked, as `DATABASE_URL` says; what is absent has libpq's default. */
export interface DatabaseConnection {
  /** Tried in turn; at least one. */
  hosts: DatabaseHost[];
  user?: string;
  password?: string;
  dbName: string;
  sslMode?: SslMode;
  /** A file of certificates, or `system`, which is those that the system trusts. */
  sslRootCert?: string;
  /** Files of the client's certificate and of its key. */
  sslCert?: string;
  sslKey?: string;
  channelBinding?: ChannelBinding;
  targetSessionAttributes?: SessionAttributes;
  /** For each attempt; 0: no limit. Absent: 10 s. */
  connectTimeoutSeconds?: number;
  applicationName?: string;
  /** Settings for the server, such as `-c statement_timeout=60s`. */
  options?: string;
}
