import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe } from '@jest/globals';

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-days', '2'];

const isInstalled = spawnSync('openssl', ['version']).status === 0;
if (!isInstalled && process.env.CI) throw new Error('openssl is not installed, and CI skips nothing.');
if (!isInstalled) console.warn('Skipped, since openssl is not installed: tests with certificates.');

/** For tests that create certificates; skipped if openssl is not installed. */
export const describeWithCertificates = isInstalled ? describe : describe.skip;

export interface CertificateFiles {
  cert: string;
  /** The file has mode 0600. */
  key: string;
}

/** A certificate authority for one test, and the certificates that it issues. */
export class CertificateAuthority {
  private constructor(
    private readonly directory: string,
    private readonly files: CertificateFiles,
  ) {}

  static create(directory: string, name: string): CertificateAuthority {
    const files = filesOf(directory, name);
    request(files, name, ['-addext', 'basicConstraints=critical,CA:TRUE']);
    return new CertificateAuthority(directory, files);
  }

  /** Path of the authority's own certificate. */
  get cert(): string {
    return this.files.cert;
  }

  /** @param names such as `DNS:localhost,IP:127.0.0.1` */
  issue(name: string, names?: string): CertificateFiles {
    const files = filesOf(this.directory, name);
    request(files, name, [
      ...['-CA', this.files.cert, '-CAkey', this.files.key],
      ...['-addext', 'basicConstraints=critical,CA:FALSE'],
      ...(names === undefined ? [] : ['-addext', `subjectAltName=${names}`]),
    ]);
    return files;
  }
}

function filesOf(directory: string, name: string): CertificateFiles {
  return { cert: join(directory, `${name}.crt`), key: join(directory, `${name}.key`) };
}

function request({ cert, key }: CertificateFiles, name: string, parameters: string[]): void {
  const subject = ['-subj', `/CN=${name}`, '-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', '-x509', ...NEW_KEY, ...subject, ...parameters], { stdio: 'ignore' });
}
