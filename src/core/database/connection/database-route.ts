import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import type { ConnectionOptions } from 'node:tls';
import type {
  DatabaseConnection,
  DatabaseHost,
  SessionAttributes,
} from '../../config/database/database-connection.types.js';
import { readTlsFiles } from '../../config/database/tls-files.js';

/** One route to a server: with TLS or in plain text. */
export interface DatabaseRoute extends DatabaseHost {
  isEncrypted: boolean;
  wanted: Exclude<SessionAttributes, 'prefer-standby'>;
}

/** Returns all routes that libpq would try, grouped by host, in its order. */
export function routesOf(connection: DatabaseConnection): DatabaseRoute[][] {
  const { hosts, targetSessionAttributes = 'any' } = connection;
  const passes: DatabaseRoute['wanted'][] =
    targetSessionAttributes === 'prefer-standby' ? ['standby', 'any'] : [targetSessionAttributes];
  return passes.flatMap((wanted) =>
    hosts.map((host) =>
      encryptions(connection, host).map((isEncrypted) => ({ ...host, isEncrypted, wanted })),
    ),
  );
}

/** Unix sockets need no encryption: nobody can eavesdrop on them. */
function encryptions({ sslMode = 'prefer' }: DatabaseConnection, { host }: DatabaseHost): boolean[] {
  if (sslMode === 'disable' || isAbsolute(host)) return [false];
  if (sslMode === 'allow') return [false, true];
  return sslMode === 'prefer' ? [true, false] : [true];
}

/**
 * If root certificates are given, the server's certificate must be signed by one of them in every mode. It must also
 * match the host name if the mode is `verify-full`.
 */
export function tlsOptions(connection: DatabaseConnection, { host }: DatabaseHost): ConnectionOptions {
  const files = readTlsFiles(connection);
  return {
    ...files,
    // Without it, Node.js would compare the certificate of an IP address with "localhost".
    host,
    ...(isIP(host) === 0 && { servername: host }),
    rejectUnauthorized: files.ca !== undefined,
    ...(connection.sslMode !== 'verify-full' && { checkServerIdentity: () => undefined }),
  };
}
