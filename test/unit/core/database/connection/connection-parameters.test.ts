import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { chmodSync } from 'node:fs';
import { ConfigurationError } from '../../../../../src/core/config/configuration-error.js';
import { clientClass } from '../../../../../src/core/database/connection/client-class.js';
import { CertificateAuthority, describeWithCertificates } from '../../../../support/certificates.js';
import { ask, connectionTo } from '../../../../support/database-session.js';
import { psql, testWithPsql } from '../../../../support/psql.js';
import { PASSWORD, TlsPostgres } from '../../../../support/tls-postgres.js';

describeWithCertificates('the parameters of DATABASE_URL', () => {
  let server: TlsPostgres;
  let silent: Server | undefined;
  beforeAll(async () => {
    server = await TlsPostgres.start();
  });
  afterEach(() => void silent?.close());
  afterAll(() => server?.remove());

  const refusal = (url: string) =>
    ask(url, 'select 1').then(
      () => 'let in',
      (error: Error) => error.message,
    );
  const verified = () => `sslmode=verify-full&sslrootcert=${server.authority.cert}`;

  describe('sslcert and sslkey', () => {
    const withFiles = ({ cert, key }: { cert: string; key: string }) =>
      `${verified()}&sslcert=${cert}&sslkey=${key}`;

    test('are presented to the server, which identifies the role by them', async () => {
      const url = server.url('certified', withFiles(server.certificateOf('certified')));
      expect(await ask(url, 'select current_user as role')).toEqual([{ role: 'certified' }]);
    });

    test('can accompany a password, and are rejected for another role or authority', async () => {
      const own = server.certificateOf('with_both');
      expect(await refusal(server.url('with_both', withFiles(own)))).toBe('let in');
      expect(await refusal(server.url('with_both', verified()))).toContain('valid client certificate');
      expect(await refusal(server.url('certified', withFiles(own)))).toContain('authentication failed');
      const foreign = server.stranger.issue('certified');
      expect(await refusal(server.url('certified', withFiles(foreign)))).not.toBe('let in');
    });

    test('a key that others can read or that doesn’t match the certificate is rejected at startup', () => {
      const [one, other] = [server.certificateOf('tls_only'), server.certificateOf('either')];
      expect(() => connectionTo(server.url('tls_only', withFiles({ ...one, key: other.key })))).toThrow(
        /sslkey, but .+ is not the key for the certificate/,
      );
      chmodSync(one.key, 0o644);
      expect(() => connectionTo(server.url('tls_only', withFiles(one)))).toThrow(
        /sslkey, but others can read/,
      );
    });
  });

  test('application_name and options are passed to the server', async () => {
    const options = encodeURIComponent('-c statement_timeout=61s -c weather.note=a\\ b');
    const url = server.url('tls_only', `${verified()}&application_name=weather%20one&options=${options}`);
    const statement = `select current_setting('application_name') as name, current_setting('statement_timeout') as timeout,
      current_setting('weather.note') as note`;
    expect(await ask(url, statement)).toEqual([{ name: 'weather one', timeout: '61s', note: 'a b' }]);
  });

  describe('channel_binding', () => {
    test.each([
      ['tls_only', 'sslmode=require', 'let in'],
      ['tls_only', 'sslmode=require&channel_binding=disable', 'let in'],
      ['tls_only', 'sslmode=require&channel_binding=require', 'let in'],
      [
        'either',
        'sslmode=disable&channel_binding=require',
        expect.stringContaining('channel_binding=require'),
      ],
      // A server that asks for the plain password never gets it.
      [
        'md5_only',
        'sslmode=require&channel_binding=require',
        expect.stringContaining('channel_binding=require'),
      ],
      ['md5_only', 'sslmode=require', 'let in'],
    ])('%s, %s: %j', async (role, query, outcome) => {
      expect(await refusal(server.url(role, query))).toEqual(outcome);
    });

    testWithPsql('is refused by libpq in the same cases', async () => {
      for (const [role, query, isLetIn] of [
        ['tls_only', 'sslmode=require&channel_binding=require', true],
        ['either', 'sslmode=disable&channel_binding=require', false],
        ['md5_only', 'sslmode=require&channel_binding=require', false],
      ] as const) {
        const answer = await psql(server.url(role, query), 'select 1', server.directory);
        expect([role, answer]).toEqual([role, isLetIn ? '1' : undefined]);
      }
    });
  });

  describe('several hosts and target_session_attrs', () => {
    const several = (query: string, ...others: string[]) =>
      server.url('either', query).replace('localhost', `${others.join(',')},localhost`);

    test('skips unreachable hosts', async () => {
      expect(await refusal(several('', '127.0.0.1:1', 'nowhere.invalid'))).toBe('let in');
    });

    test.each([
      ['any', 'let in'],
      ['read-write', 'let in'],
      ['primary', 'let in'],
      ['prefer-standby', 'let in'],
      ['standby', expect.stringContaining('target_session_attrs=standby')],
      ['read-only', expect.stringContaining('target_session_attrs=read-only')],
    ])('%s, on a primary: %j', async (wanted, outcome) => {
      expect(await refusal(server.url('either', `target_session_attrs=${wanted}`))).toEqual(outcome);
    });

    test('doesn’t try the next host after a refused login', async () => {
      const url = several('sslmode=require', `127.0.0.1:${server.port}`).replace('either', 'clear_only');
      expect((await refusal(url)).match(/no pg_hba.conf entry/g)).toHaveLength(1);
    });
  });

  test('connect_timeout ends the wait for a server that never responds', async () => {
    silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as { port: number };
    const url = `postgresql://either:word@127.0.0.1:${port}/weather?sslmode=disable&connect_timeout=1`;
    expect(await refusal(url)).toContain('timeout expired');
  });

  test('sslrootcert=system requires full verification against the system’s trusted authorities', async () => {
    expect(connectionTo(server.url('tls_only', 'sslrootcert=system'))).toMatchObject({
      sslMode: 'verify-full',
    });
    expect(() => connectionTo(server.url('tls_only', 'sslrootcert=system&sslmode=require'))).toThrow(
      'requires sslmode=verify-full',
    );
    expect(await refusal(server.url('tls_only', 'sslrootcert=system'))).toContain('certificate');
  });

  test('a certificate renewed in place applies to the next connection', async () => {
    const url = server.url('tls_only', verified());
    const Client = clientClass(connectionTo(url));
    const connect = async () => {
      const client = new Client();
      client.on('error', () => undefined);
      await client.connect().finally(() => void client.end());
    };
    await connect();
    const { cert } = server.authority;
    CertificateAuthority.create(server.directory, 'authority');
    await expect(connect()).rejects.toThrow(/certificate/);
    expect(cert).toBe(server.authority.cert);
  });

  test('a logged client doesn’t reveal the password', async () => {
    const client = new (clientClass(connectionTo(server.url('tls_only', 'sslmode=require'))))();
    client.on('error', () => undefined);
    await client.connect();
    expect(inspect(client, { depth: Infinity })).not.toContain(PASSWORD);

    await client.end();
  });
});

describe('DATABASE_URL is rejected with the reason, without the password,', () => {
  test.each([
    ['postgresql://u:secret@h/d?sslmod=require', 'the parameter "sslmod"'],
    ['postgresql://u:secret@h/d?host=/tmp', 'the parameter "host"'],
    ['postgresql://u:secret@h/d?sslmode=verify', 'sslmode=verify'],
    ['postgresql://u:secret@h/d?sslmode=require&sslmode=disable', 'the parameter "sslmode" twice'],
    ['postgresql://u:secret@h/d?sslmode=verify-full', 'requires sslrootcert'],
    ['postgresql://u:secret@h/d?sslrootcert=/nowhere.crt', "sslrootcert, but its file can't be read"],
    [
      'postgresql://u:secret@h/d?sslrootcert=/etc/hostname',
      'sslrootcert, but /etc/hostname contains no certificate',
    ],
    ['postgresql://u:secret@h/d?sslcert=/a.crt', 'sslcert, but no sslkey'],
    ['postgresql://u:secret@h/d?sslkey=/a.key', 'sslkey, but no sslcert'],
    ['postgresql://u:secret@h/d?connect_timeout=soon', 'connect_timeout=soon'],
    ['postgresql://u:secret@h/d?channel_binding=yes', 'channel_binding=yes'],
    ['postgresql://u:secret@h/d?target_session_attrs=master', 'target_session_attrs=master'],
    ['postgresql://u:secret%@h/d', '"%"'],
    ['postgresql://u:secret@h:99999/d', 'must be a URL like'],
    ['postgresql://u:secret@h:/d', 'must be a URL like'],
    ['mysql://u:secret@h/d', 'must be a URL like'],
  ])('%s', (url, fault) => {
    const load = () => connectionTo(url);
    expect(load).toThrow(ConfigurationError);
    expect(load).toThrow(fault);
    expect(load).not.toThrow('secret');
  });
});

describe('DATABASE_URL is parsed', () => {
  test.each([
    ['postgres://u@h/d', { hosts: [{ host: 'h', port: 5432 }], user: 'u', dbName: 'd', sslMode: 'prefer' }],
    ['postgresql://u:p%40%2F%25@h:6000/my%20data', { password: 'p@/%', dbName: 'my data' }],
    ['postgresql://u:p#?@x@h/d', { password: 'p#?@x', hosts: [{ host: 'h', port: 5432 }] }],
    ['postgresql://u@h', { dbName: 'u' }],
    ['postgresql://u@%2Fvar%2Frun%2Fpostgresql/d', { hosts: [{ host: '/var/run/postgresql', port: 5432 }] }],
    [
      'postgresql://u@[::1]:6000,b,c:7000/d',
      {
        hosts: [
          { host: '::1', port: 6000 },
          { host: 'b', port: 5432 },
          { host: 'c', port: 7000 },
        ],
      },
    ],
    ['postgresql://u@h/d?connect_timeout=0', { connectTimeoutSeconds: 0 }],
    ['postgresql://u@h/d?connect_timeout=1', { connectTimeoutSeconds: 2 }],
    ['postgresql://u@h/d?application_name=a+b', { applicationName: 'a+b' }],
  ])('%s', (url, connection) => {
    expect(connectionTo(url)).toMatchObject(connection);
  });
});
