import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import type { ConnectionOptions } from 'node:tls';
import type {
  DatabaseConnection,
  DatabaseHost,
  SessionAttributes,
} from '../../config/database/database-connection.types.js';
import { readTlsFiles } from '../../config/database/tls-files.js';

/** One way to a server: over TLS or in the clear. */
export interface DatabaseRoute extends DatabaseHost {
  isEncrypted: boolean;
  wanted: Exclude<SessionAttributes, 'prefer-standby'>;
}

/** All ways that libpq would try, host by host, in its order. */
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

/** Nobody can eavesdrop on a Unix socket. */
function encryptions({ sslMode = 'prefer' }: DatabaseConnection, { host }: DatabaseHost): boolean[] {
  if (sslMode === 'disable' || isAbsolute(host)) return [false];
  if (sslMode === 'allow') return [false, true];
  return sslMode === 'prefer' ? [true, false] : [true];
}

/**
 * With certificates of authorities, the server's must be one of theirs in every mode, and bear the host's name where the
 * mode is `verify-full`.
 */
export function tlsOptions(connection: DatabaseConnection, { host }: DatabaseHost): ConnectionOptions {
  const files = readTlsFiles(connection);
  return {
    ...files,
    // Without it, Node.js would compare an address with "localhost".
    host,
    ...(isIP(host) === 0 && { servername: host }),
    rejectUnauthorized: files.ca !== undefined,
    ...(connection.sslMode !== 'verify-full' && { checkServerIdentity: () => undefined }),
  };
}
