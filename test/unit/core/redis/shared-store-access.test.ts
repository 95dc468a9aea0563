import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { SharedStore } from '../../../../src/core/redis/shared-store.js';
import { loadConfiguration } from '../../../../src/core/config/load-configuration.js';
import { CertificateAuthority, describeWithCertificates } from '../../../support/certificates.js';
import { freePort } from '../../../support/free-port.js';
import { describeWithRedis } from '../../../support/describe-with-redis.js';
import { RedisServer } from '../../../support/redis-server.js';

const WORD = 'p@ss/w:rd#1%';
const OURS = encodeURIComponent(WORD);

let directory: string;
let server: RedisServer;
let plainUrl: URL;
let tlsPort: number;
let authority: CertificateAuthority;

/** Returns what the store at the URL says: its response, or why it is lost. */
async function ask(url: string): Promise<string> {
  const losses: string[] = [];
  const options = {
    script: 'return "told"',
    onLoss: (reason: string) => losses.push(reason),
    onRecovery: () => undefined,
  };
  const store = new SharedStore(loadConfiguration({ REDIS_URL: url }).redisUrl!, options);
  try {
    await store.connect();
    return await store.ask(
      async (script) => String(await script('key', [])),
      () => losses.join(),
    );
  } finally {
    store.disconnect();
  }
}

describeWithRedis('REDIS_URL', () => {
  describeWithCertificates('on a server that wants a user, a password and TLS', () => {
    beforeAll(async () => {
      directory = mkdtempSync(join(tmpdir(), 'redis-tls-'));
      authority = CertificateAuthority.create(directory, 'authority');
      const { cert, key } = authority.issue('server', 'DNS:localhost');
      tlsPort = await freePort();
      server = await RedisServer.start(
        [
          ...['--requirepass', WORD, '--user', 'weather', 'on', `>${WORD}`, '~*', '&*', '+@all'],
          ...['--tls-port', String(tlsPort), '--tls-cert-file', cert, '--tls-key-file', key],
          ...['--tls-ca-cert-file', authority.cert, '--tls-auth-clients', 'no'],
        ],
        WORD,
      );
      plainUrl = new URL(server.url);
    });
    afterEach(() => setDefaultCACertificates(getCACertificates('bundled')));
    afterAll(async () => {
      await server?.stop();
      rmSync(directory, { recursive: true });
    });

    const trust = () =>
      setDefaultCACertificates([...getCACertificates('bundled'), readFileSync(authority.cert, 'utf8')]);

    test.each([
      ['a user and a password', () => `redis://weather:${OURS}@${plainUrl.host}`, 'told'],
      ['a password alone', () => `redis://:${OURS}@${plainUrl.host}/2`, 'told'],
      ['no password', () => `redis://${plainUrl.host}`, 'Connection is closed.'],
      ['a wrong password', () => `redis://weather:guess@${plainUrl.host}`, 'Connection is closed.'],
    ])('%s', async (_, url, outcome) => {
      expect(await ask(url())).toEqual(outcome);
    });

    test('TLS with a certificate from a trusted authority', async () => {
      trust();
      expect(await ask(`rediss://weather:${OURS}@localhost:${tlsPort}`)).toBe('told');
      expect(await ask(`REDISS://weather:${OURS}@localhost:${tlsPort}`)).toBe('told');
    });

    test('TLS with a certificate from another authority or for another name: the store is lost, with the reason', async () => {
      expect(await ask(`rediss://weather:${OURS}@localhost:${tlsPort}`)).toMatch(/certificate|closed/i);
      trust();
      expect(await ask(`rediss://weather:${OURS}@127.0.0.1:${tlsPort}`)).not.toBe('told');
    });
  });
});
