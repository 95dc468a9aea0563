import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { getCACertificates } from 'node:tls';
import type { DatabaseConnection } from './database-connection.types.js';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^]+?-----END CERTIFICATE-----/g;

/** The contents of a connection's TLS files, in PEM. */
export interface TlsFiles {
  ca?: string[];
  cert?: string;
  key?: string;
}

/** A TLS file can't be used. The message names its parameter. */
export class TlsFileError extends Error {
  constructor(parameter: string, problem: string) {
    super(`has ${parameter}, but ${problem}`);
  }
}

/**
 * Reads the files for each connection, so that certificates can be renewed while the service runs.
 * @throws TlsFileError
 */
export function readTlsFiles({
  sslRootCert,
  sslCert,
  sslKey,
}: Pick<DatabaseConnection, 'sslRootCert' | 'sslCert' | 'sslKey'>): TlsFiles {
  if (sslCert !== undefined && sslKey === undefined)
    throw new TlsFileError('sslcert', 'no sslkey, the key for that certificate');
  if (sslKey !== undefined && sslCert === undefined)
    throw new TlsFileError('sslkey', 'no sslcert, the certificate for that key');
  const ca = sslRootCert === undefined ? undefined : readRoots(sslRootCert);
  if (sslCert === undefined || sslKey === undefined) return { ca };
  return { ca, ...readPair(sslCert, sslKey) };
}

/** `system` includes the certificates bundled with Node.js, since images often have none of their own. */
function readRoots(file: string): string[] {
  if (file === 'system')
    return [...new Set([...getCACertificates('system'), ...getCACertificates('default')])];
  return readCertificates('sslrootcert', file);
}

function readPair(sslCert: string, sslKey: string): { cert: string; key: string } {
  const cert = readCertificates('sslcert', sslCert).join('\n');
  const key = read('sslkey', sslKey);
  refuseOpenKey(sslKey);
  let isPair: boolean;
  try {
    isPair = new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch (error) {
    throw new TlsFileError('sslkey', `${sslKey} contains no readable key: ${(error as Error).message}`);
  }
  if (!isPair) throw new TlsFileError('sslkey', `${sslKey} is not the key for the certificate in ${sslCert}`);
  return { cert, key };
}

function readCertificates(parameter: string, file: string): string[] {
  const certificates = read(parameter, file).match(CERTIFICATE) ?? [];
  if (certificates.length === 0)
    throw new TlsFileError(parameter, `${file} contains no certificate in PEM format`);
  try {
    certificates.forEach((certificate) => new X509Certificate(certificate));
  } catch (error) {
    throw new TlsFileError(parameter, `${file} contains an invalid certificate: ${(error as Error).message}`);
  }
  return certificates;
}

/** libpq's rule: only the user may have access, or root's group if root owns the file. */
function refuseOpenKey(file: string): void {
  if (process.platform === 'win32') return;
  const { mode, uid } = statSync(file);
  if ((mode & (uid === 0 ? 0o037 : 0o077)) !== 0)
    throw new TlsFileError('sslkey', `others can read ${file}: set its mode to 0600 (0640 if root owns it)`);
}

function read(parameter: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new TlsFileError(parameter, `its file can't be read: ${(error as Error).message}`);
  }
}
