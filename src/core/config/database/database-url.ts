import { userInfo } from 'node:os';
import type { EnvironmentReader } from '../environment-reader.js';
import {
  CHANNEL_BINDINGS,
  type DatabaseConnection,
  type DatabaseHost,
  SESSION_ATTRIBUTES,
  SSL_MODES,
} from './database-connection.types.js';
import { TlsFileError, readTlsFiles } from './tls-files.js';

const NAME = 'DATABASE_URL';
const FORM = 'must be a URL like postgresql://user:password@host:5432/database';
/** `URL` supports neither several hosts nor a `#` in the password. */
const URL_PARTS =
  /^postgres(?:ql)?:\/\/(?:(?<user>[^:@/]*)(?::(?<password>[^/]*))?@)?(?<hosts>[^/?]*)(?:\/(?<database>[^?]*))?(?:\?(?<query>.*))?$/;
const HOST = /^(?<host>\[[^\]]+\]|[^:[\]]*)(?::(?<port>\d+))?$/;
const USUAL_PORT = 5432;
/** The shortest timeout that libpq supports. */
const SHORTEST_TIMEOUT_SECONDS = 2;

type Parameters = Partial<Record<(typeof PARAMETERS)[number], string>>;

const PARAMETERS = [
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'application_name',
  'connect_timeout',
  'channel_binding',
  'options',
  'target_session_attrs',
] as const;

/**
 * Parses `DATABASE_URL` as libpq does. The driver's own parser drops parameters that it doesn't know, gives `sslmode`
 * another meaning, and supports a single host only.
 */
export function readDatabaseUrl(reader: EnvironmentReader): DatabaseConnection | undefined {
  const text = reader.text(NAME);
  if (text === undefined) return undefined;
  try {
    const parts = URL_PARTS.exec(text)?.groups;
    if (!parts) throw new DatabaseUrlFault(FORM);
    const user = decoded(parts.user);
    const connection: DatabaseConnection = {
      hosts: parts.hosts.split(',').map(readHost),
      user,
      password: decoded(parts.password),
      dbName: decoded(parts.database) ?? user ?? userInfo().username,
      ...readParameters(parts.query ?? ''),
    };
    refuseUnsafeRoots(connection);
    readTlsFiles(connection);
    return connection;
  } catch (error) {
    if (error instanceof DatabaseUrlFault || error instanceof TlsFileError)
      return reader.fault(NAME, error.message, undefined);
    throw error;
  }
}

/** A problem with the URL. The message never repeats a part that may contain the password. */
class DatabaseUrlFault extends Error {}

function readHost(text: string): DatabaseHost {
  const { host = '', port } = HOST.exec(text)?.groups ?? {};
  const number = port === undefined ? USUAL_PORT : Number(port);
  if (!HOST.test(text) || number < 1 || number > 65_535) throw new DatabaseUrlFault(FORM);
  return { host: decoded(host.replace(/^\[(.*)\]$/, '$1')) ?? 'localhost', port: number };
}

function readParameters(query: string): Partial<DatabaseConnection> {
  const given: Parameters = {};
  for (const entry of query.split('&').filter(Boolean)) {
    const [name, ...value] = entry.split('=');
    const known = PARAMETERS.find((parameter) => parameter === name);
    if (!known)
      throw new DatabaseUrlFault(`has the parameter "${name}", which is not one of ${PARAMETERS.join(', ')}`);
    if (given[known] !== undefined) throw new DatabaseUrlFault(`has the parameter "${name}" twice`);
    given[known] = decoded(value.join('='));
  }
  return {
    sslMode:
      oneOf(given, 'sslmode', SSL_MODES) ?? (given.sslrootcert === 'system' ? 'verify-full' : 'prefer'),
    sslRootCert: given.sslrootcert,
    sslCert: given.sslcert,
    sslKey: given.sslkey,
    channelBinding: oneOf(given, 'channel_binding', CHANNEL_BINDINGS),
    targetSessionAttributes: oneOf(given, 'target_session_attrs', SESSION_ATTRIBUTES),
    connectTimeoutSeconds: timeout(given),
    applicationName: given.application_name,
    options: given.options,
  };
}

function oneOf<T extends string>(
  given: Parameters,
  name: keyof Parameters,
  allowed: readonly T[],
): T | undefined {
  const value = given[name];
  const found = allowed.find((candidate) => candidate === value);
  if (value !== undefined && found === undefined)
    throw new DatabaseUrlFault(`has ${name}=${value}, which is not one of ${allowed.join(', ')}`);
  return found;
}

function timeout({ connect_timeout: value }: Parameters): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d{1,6}$/.test(value))
    throw new DatabaseUrlFault(`has connect_timeout=${value}, which is not a whole number of seconds`);
  return value === '0' ? 0 : Math.max(SHORTEST_TIMEOUT_SECONDS, Number(value));
}

/** Rejects configurations that don't say which certificates to trust, or that trust anyone who can buy one. */
function refuseUnsafeRoots({ sslMode, sslRootCert }: DatabaseConnection): void {
  if (sslRootCert === 'system' && sslMode !== 'verify-full')
    throw new DatabaseUrlFault(`has sslrootcert=system, which requires sslmode=verify-full, not ${sslMode}`);
  if (sslRootCert === undefined && (sslMode === 'verify-ca' || sslMode === 'verify-full'))
    throw new DatabaseUrlFault(
      `has sslmode=${sslMode}, which requires sslrootcert: a certificate file, or "system"`,
    );
}

/** Decodes a part. Undefined if it is empty. */
function decoded(part: string | undefined): string | undefined {
  try {
    return part ? decodeURIComponent(part) : undefined;
  } catch {
    throw new DatabaseUrlFault(
      `has a "%" that isn't followed by two hexadecimal digits; write "%" itself as %25`,
    );
  }
}
