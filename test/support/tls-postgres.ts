import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgres } from '../../src/core/database/embedded-postgres/embedded-postgres.js';
import { CertificateAuthority, type CertificateFiles } from './certificates.js';
import { freePort } from './free-port.js';
import { runSql } from './test-postgres.js';

/** Contains characters that must be encoded in a URL. */
export const PASSWORD = 'p@ss/w:rd? #1%';

/** One role per authentication method in `pg_hba.conf`, all with the same password. */
const ADMISSION = `
local    all all                trust
hostssl  all tls_only   all     scram-sha-256
hostnossl all clear_only all    scram-sha-256
host     all either     all     scram-sha-256
hostssl  all md5_only   all     password
hostssl  all certified  all     cert
hostssl  all with_both  all     scram-sha-256 clientcert=verify-full
`;

export interface TlsPostgresOptions {
  /** `off`: like Debian's configuration, but without TLS. */
  ssl?: 'on' | 'off';
  settings?: Record<string, string>;
}

/** A PostgreSQL server for one test, on the loopback address, with a certificate and SCRAM passwords. */
export class TlsPostgres {
  private constructor(
    readonly directory: string,
    readonly port: number,
    /** Issuer of the server's and the clients' certificates. */
    readonly authority: CertificateAuthority,
    /** An authority that issued none of the certificates in use. */
    readonly stranger: CertificateAuthority,
    private server: EmbeddedPostgres,
    private readonly settings: Record<string, string>,
  ) {}

  static async start({ ssl = 'on', settings = {} }: TlsPostgresOptions = {}): Promise<TlsPostgres> {
    const directory = mkdtempSync(join(tmpdir(), 'tls-postgres-'));
    chmodSync(directory, 0o755);
    const authority = CertificateAuthority.create(directory, 'authority');
    const stranger = CertificateAuthority.create(directory, 'stranger');
    const { cert, key } = authority.issue('server', 'DNS:localhost');
    writeFileSync(join(directory, 'pg_hba.conf'), ADMISSION);
    const port = await freePort();
    const all = {
      fsync: 'off',
      listen_addresses: '127.0.0.1',
      port: String(port),
      hba_file: join(directory, 'pg_hba.conf'),
      ssl,
      ssl_cert_file: cert,
      ssl_key_file: key,
      ssl_ca_file: authority.cert,
      ...settings,
    };
    const server = await EmbeddedPostgres.start({ directory: join(directory, 'data'), settings: all });
    const postgres = new TlsPostgres(directory, port, authority, stranger, server, all);
    for (const role of ['tls_only', 'clear_only', 'either', 'md5_only', 'certified', 'with_both'])
      await postgres.sql(`create role ${role} login createdb password '${PASSWORD}'`);
    await postgres.sql('create database weather');
    await postgres.sql('alter database weather owner to tls_only');
    return postgres;
  }

  /** Issues a client certificate for a role. */
  certificateOf(role: string): CertificateFiles {
    return this.authority.issue(role);
  }

  /** @param query such as `sslmode=require` */
  url(role: string, query: string, host = 'localhost'): string {
    const separator = query === '' ? '' : '?';
    return `postgresql://${role}:${encodeURIComponent(PASSWORD)}@${host}:${this.port}/weather${separator}${query}`;
  }

  /** Runs a statement as the superuser, over the Unix socket. */
  sql<Row>(statement: string): Promise<Row[]> {
    return runSql<Row>(this.server.connection, statement);
  }

  /** Returns a role's open connections: whether they are encrypted, and their application name. */
  sessions(role: string): Promise<{ ssl: boolean; application_name: string; query: string }[]> {
    return this.sql(
      `select ssl, application_name, query from pg_stat_activity join pg_stat_ssl using (pid) where usename = '${role}'`,
    );
  }

  async stop(): Promise<void> {
    await this.server.stop();
  }

  async restart(): Promise<void> {
    this.server = await EmbeddedPostgres.start({
      directory: join(this.directory, 'data'),
      settings: this.settings,
    });
  }

  async remove(): Promise<void> {
    await this.server.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }
}
