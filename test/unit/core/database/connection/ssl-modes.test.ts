import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeWithCertificates } from '../../../../support/certificates.js';
import { ask } from '../../../../support/database-session.js';
import { psql, testWithPsql } from '../../../../support/psql.js';
import { TlsPostgres } from '../../../../support/tls-postgres.js';

type Outcome = 'TLS' | 'clear' | 'refused';
type Roots = 'no roots' | 'its roots' | 'others';

const STATEMENT = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()';

/** Role, mode, roots, host and outcome. The certificate names `localhost` only. */
const CASES: [role: string, mode: string, roots: Roots, host: string, outcome: Outcome][] = [
  ['tls_only', '', 'no roots', 'localhost', 'TLS'],
  ['tls_only', 'disable', 'no roots', 'localhost', 'refused'],
  ['tls_only', 'allow', 'no roots', 'localhost', 'TLS'],
  ['tls_only', 'prefer', 'no roots', 'localhost', 'TLS'],
  ['tls_only', 'prefer', 'its roots', 'localhost', 'TLS'],
  ['tls_only', 'prefer', 'others', 'localhost', 'refused'],
  ['tls_only', 'require', 'no roots', '127.0.0.1', 'TLS'],
  ['tls_only', 'require', 'its roots', '127.0.0.1', 'TLS'],
  ['tls_only', 'require', 'others', 'localhost', 'refused'],
  ['tls_only', 'verify-ca', 'no roots', 'localhost', 'refused'],
  ['tls_only', 'verify-ca', 'its roots', 'localhost', 'TLS'],
  ['tls_only', 'verify-ca', 'its roots', '127.0.0.1', 'TLS'],
  ['tls_only', 'verify-ca', 'others', 'localhost', 'refused'],
  ['tls_only', 'verify-full', 'no roots', 'localhost', 'refused'],
  ['tls_only', 'verify-full', 'its roots', 'localhost', 'TLS'],
  ['tls_only', 'verify-full', 'its roots', '127.0.0.1', 'refused'],
  ['tls_only', 'verify-full', 'others', 'localhost', 'refused'],
  ['clear_only', 'disable', 'no roots', 'localhost', 'clear'],
  ['clear_only', 'allow', 'no roots', 'localhost', 'clear'],
  ['clear_only', 'prefer', 'no roots', 'localhost', 'clear'],
  ['clear_only', 'require', 'no roots', 'localhost', 'refused'],
  ['clear_only', 'verify-full', 'its roots', 'localhost', 'refused'],
  ['either', 'disable', 'no roots', 'localhost', 'clear'],
  ['either', 'allow', 'no roots', 'localhost', 'clear'],
  ['either', 'prefer', 'no roots', 'localhost', 'TLS'],
  // TLS fails, and the mode allows an unencrypted connection.
  ['either', 'prefer', 'others', 'localhost', 'clear'],
  ['either', 'require', 'no roots', 'localhost', 'TLS'],
];

describeWithCertificates('sslmode, on a server that asks for SCRAM', () => {
  let server: TlsPostgres;
  beforeAll(async () => {
    server = await TlsPostgres.start();
  });
  afterAll(() => server?.remove());

  function urlOf(role: string, mode: string, roots: Roots, host: string): string {
    const query = [
      ...(mode === '' ? [] : [`sslmode=${mode}`]),
      ...(roots === 'no roots' ? [] : [`sslrootcert=${authorityOf(roots)}`]),
    ];
    return server.url(role, query.join('&'), host);
  }

  const authorityOf = (roots: Roots) => (roots === 'its roots' ? server.authority : server.stranger).cert;

  async function outcomeOf(url: string): Promise<Outcome> {
    const rows = await ask<{ ssl: boolean }>(url, STATEMENT).catch(() => undefined);
    if (!rows) return 'refused';
    return rows[0].ssl ? 'TLS' : 'clear';
  }

  test.each(CASES)('%s, sslmode=%s, %s, at %s: %s', async (role, mode, roots, host, outcome) => {
    expect(await outcomeOf(urlOf(role, mode, roots, host))).toBe(outcome);
  });

  testWithPsql('all of them are what libpq makes of the same URL', async () => {
    const theirs: Record<string, Outcome> = { t: 'TLS', f: 'clear' };
    for (const [role, mode, roots, host, outcome] of CASES) {
      const answer = await psql(urlOf(role, mode, roots, host), STATEMENT, server.directory);
      expect([role, mode, roots, host, theirs[answer ?? ''] ?? 'refused']).toEqual([
        role,
        mode,
        roots,
        host,
        outcome,
      ]);
    }
  });
});

describeWithCertificates('sslmode, on a server without TLS', () => {
  let server: TlsPostgres;
  beforeAll(async () => {
    server = await TlsPostgres.start({ ssl: 'off' });
  });
  afterAll(() => server?.remove());

  test.each([
    ['', true],
    ['sslmode=disable', true],
    ['sslmode=allow', true],
    ['sslmode=prefer', true],
    ['sslmode=require', false],
  ])('"%s": %s', async (query, isLetIn) => {
    const url = server.url('either', query);
    const rows = await ask(url, STATEMENT).catch((error: Error) => error.message);
    expect(rows).toEqual(isLetIn ? [{ ssl: false }] : expect.stringContaining('does not support SSL'));
  });
});
