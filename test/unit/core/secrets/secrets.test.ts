import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toBase62 } from '../../../../src/core/secrets/base62.js';
import { loadConfiguration } from '../../../../src/core/config/load-configuration.js';
import {
  createSecretHasher,
  createSecretSealer,
  loadKeySecret,
} from '../../../../src/core/secrets/key-secret.js';
import { SecretHasherService } from '../../../../src/core/secrets/secret-hasher.service.js';
import { SecretSealerService } from '../../../../src/core/secrets/secret-sealer.service.js';

const KEY_SECRET = 'a key secret of at least 32 characters';

describe('SecretHasherService', () => {
  it('hashes with HMAC-SHA-256 and prefixes the version of the key', () => {
    /*
     * printf %s 'fingerprint:a key secret of at least 32 characters' | sha256sum | cut -c1-8
     * printf %s wx_secret | openssl dgst -sha256 -hmac 'a key secret of at least 32 characters' -binary | basenc --base64url
     */
    expect(new SecretHasherService(KEY_SECRET).hash('wx_secret')).toBe(
      'e7cd8583.x5E77vlUOAN1EWcfVSq2opZ9H6y0bSRkmzpyG95PI3w',
    );
  });

  it('hashes differently with another key', () => {
    expect(new SecretHasherService(`${KEY_SECRET}!`).hash('wx_secret')).not.toContain('x5E77vlUOAN1EWcf');
  });
});

describe('SecretHasherService with a previous key', () => {
  const previous = 'the secret of before, of 32 characters';
  const hasher = new SecretHasherService(KEY_SECRET, previous);
  const old = new SecretHasherService(previous).hash('wx_secret');

  it('accepts hashes with either key, and hashes with the current one', () => {
    expect(hasher.hashes('wx_secret')).toEqual([new SecretHasherService(KEY_SECRET).hash('wx_secret'), old]);
    expect(hasher.hash('wx_secret')).not.toBe(old);
    expect(hasher.matches('wx_secret', old)).toBe(true);
    expect(hasher.matches('wx_secret', hasher.hash('wx_secret'))).toBe(true);
    expect(hasher.matches('wx_other', old)).toBe(false);
    expect(new SecretHasherService(KEY_SECRET).matches('wx_secret', old)).toBe(false);
  });

  it('reports which hashes must be replaced', () => {
    expect(hasher.isOutdated(old)).toBe(true);
    expect(hasher.isOutdated(hasher.hash('wx_secret'))).toBe(false);
  });
});

it('a service that replaces its secret verifies and opens what was stored under the previous one', () => {
  const previous = 'the secret of before, of 32 characters';
  const hash = new SecretHasherService(previous).hash('wx_secret');
  const sealed = new SecretSealerService(previous).seal('text');
  const replacing = loadConfiguration({ KEY_SECRET, KEY_SECRET_PREVIOUS: previous });
  expect(createSecretHasher(replacing).matches('wx_secret', hash)).toBe(true);
  expect(createSecretSealer(replacing).open(sealed)).toBe('text');
  expect(createSecretHasher(replacing).version).toBe(new SecretHasherService(KEY_SECRET).version);

  const replaced = loadConfiguration({ KEY_SECRET });
  expect(createSecretHasher(replaced).matches('wx_secret', hash)).toBe(false);
  expect(() => createSecretSealer(replaced).open(sealed)).toThrow('which is not given');
});

describe('loadKeySecret', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'key-secret-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('takes the given secret and writes nothing', () => {
    expect(loadKeySecret(directory, KEY_SECRET)).toBe(KEY_SECRET);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('generates a secret of 256 bits, readable only by its owner, and keeps it', () => {
    const path = join(directory, 'data');
    const secret = loadKeySecret(path, undefined);

    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(statSync(join(path, 'key-secret')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(path, 'key-secret'), 'utf8')).toBe(`${secret}\n`);
    expect(loadKeySecret(path, undefined)).toBe(secret);
  });

  it('rejects an incomplete stored secret, and leaves no other file behind', () => {
    loadKeySecret(directory, undefined);
    expect(readdirSync(directory)).toEqual(['key-secret']);
    truncateSync(join(directory, 'key-secret'), 10);
    expect(() => loadKeySecret(directory, undefined)).toThrow('is damaged');
  });

  it('generates a different secret for each directory', () => {
    expect(loadKeySecret(join(directory, 'a'), undefined)).not.toBe(
      loadKeySecret(join(directory, 'b'), undefined),
    );
  });
});

describe('toBase62', () => {
  // The digits are 0-9, A-Z, a-z. By hand: 62 = 1·62, 3843 = 61·62 + 61, 238328 = 62³.
  it.each([
    [0, '000000'],
    [61, '00000z'],
    [62, '000010'],
    [3_843, '0000zz'],
    [238_328, '001000'],
    [4_294_967_295, '4gfFC3'],
  ])('writes %i as %s', (value, expected) => {
    expect(toBase62(value, 6)).toBe(expected);
  });
});
