import { createDecipheriv, hkdfSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { SecretSealerService } from '../../../../src/core/secrets/secret-sealer.service.js';

const [FIRST, SECOND] = ['first', 'second'].map((name) => name.padEnd(32, '.'));

describe('SecretSealerService', () => {
  it('opens what it sealed, differently each time, and what the previous secret sealed', () => {
    const sealer = new SecretSealerService(FIRST);
    const [sealed, again] = [sealer.seal('Ünïcode'), sealer.seal('Ünïcode')];
    expect(sealed).not.toBe(again);
    expect(Buffer.from(sealed.split('.')[1], 'base64url').toString()).not.toContain('nïcode');
    const next = new SecretSealerService(SECOND, FIRST);
    expect([sealed, again].map((text) => next.open(text))).toEqual(['Ünïcode', 'Ünïcode']);
    expect(sealed).toMatch(new RegExp(`^${next.previousVersion}\\.`));
    expect(next.seal('Ünïcode')).not.toContain(`${next.previousVersion}.`);
  });

  it('opens nothing that was altered, truncated, or sealed with another secret', () => {
    const sealer = new SecretSealerService(FIRST);
    const [version, content] = sealer.seal('text').split('.');
    for (let i = 0; i < Buffer.from(content, 'base64url').length; i += 1) {
      const bytes = Buffer.from(content, 'base64url');
      bytes[i] ^= 1;
      expect(() => sealer.open(`${version}.${bytes.toString('base64url')}`)).toThrow();
    }
    expect(() => sealer.open(`${version}.${content.slice(0, -8)}`)).toThrow();
    expect(() => sealer.open('')).toThrow();
    expect(() => new SecretSealerService(SECOND).open(`${version}.${content}`)).toThrow('not given');
  });

  it('uses AES-256-GCM with a 96-bit nonce, a 128-bit tag and an HKDF key', () => {
    const sealed = Buffer.from(new SecretSealerService(FIRST).seal('text').split('.')[1], 'base64url');
    const key = Buffer.from(hkdfSync('sha256', FIRST, '', 'sealed-text', 32));
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12));
    decipher.setAuthTag(sealed.subarray(12, 28));
    expect(decipher.update(sealed.subarray(28), undefined, 'utf8') + decipher.final('utf8')).toBe('text');
  });
});
