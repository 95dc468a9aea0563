import { describe, expect, it } from '@jest/globals';
import { loadConfiguration } from '../../../src/core/config/load-configuration.js';
import { PasswordHasherService } from '../../../src/accounts/passwords/password-hasher.service.js';

const hasher = new PasswordHasherService(loadConfiguration({}));
const PASSWORD = 'correct horse battery staple';
const UNICODE = [...'pässwörd-雨☂ '.repeat(6)].slice(0, 64).join('');

/*
 * From the reference implementation's program (Debian's argon2 0~20171227-0.3):
 *   printf %s "$PASSWORD" | argon2 'sixteen byte sal' -id -t 2 -k 19456 -p 1 -l 32 -e
 */
const SALTED = '$argon2id$v=19$m=19456,t=2,p=1$c2l4dGVlbiBieXRlIHNhbA$';
const HASHES: [name: string, password: string, hash: string][] = [
  ['a passphrase', PASSWORD, `${SALTED}tKk2gUqm8SsZxIwKwNdax8uSrFpRRq75bla2/W94+oA`],
  ['64 Unicode characters', UNICODE, `${SALTED}wJlFbfm62NETCsDWaC8gBAnMnI6QLHqvZkG4OfFI+cE`],
  ['72 bytes', 'x'.repeat(72), `${SALTED}AdDGp8WsmhQJvhvwSTGFxG2C5tF//ZKVKfe0pKPy5wI`],
  ['73 bytes', `${'x'.repeat(72)}y`, `${SALTED}jvssL2W9JpVRcNjUZhYwjoDif/w/7LdPbR+u7rdLpnk`],
  [
    // … -t 3 -k 65536 -p 4 …
    'other parameters',
    PASSWORD,
    '$argon2id$v=19$m=65536,t=3,p=4$c2l4dGVlbiBieXRlIHNhbA$fRmBUojuPG7aTqmwwaelR/y24MlpU9V/HZ10NYLDKt4',
  ],
];

describe('verify', () => {
  it.each(HASHES)('accepts the reference program’s hash of %s', async (_, password, hash) => {
    expect(await hasher.verify(password, hash)).toBe('right');
    expect(await hasher.verify(`${password}x`, hash)).toBe('wrong');
    expect(await hasher.verify(password.slice(0, -1), hash)).toBe('wrong');
  });

  it('takes the same text in any encoding, without trimming or changing case', async () => {
    const hash = await hasher.hash('é Ä 1\ufb01 ');

    for (const same of ['é Ä 1\ufb01 ', 'e\u0301 A\u0308 １fi ', 'é\u00a0Ä\u30001fi '])
      expect(await hasher.verify(same, hash)).toBe('right');
    for (const other of ['é Ä 1fi', 'É ä 1fi ', 'e A 1fi '])
      expect(await hasher.verify(other, hash)).toBe('wrong');
  });

  it('knows a hash of the password as it was typed', async () => {
    const decomposed = 'pa\u0308sswo\u0308rd in may';
    // As above, with the password of printf 'pa\\xcc\\x88sswo\\xcc\\x88rd in may'.
    const earlier = `${SALTED}z04VpXTILRn6CDhn/DzAhBXPxGSKOBw7y7I8XfULQ2s`;
    expect(await hasher.verify(decomposed, earlier)).toBe('right-as-typed');
    expect(await hasher.verify(decomposed.normalize(), earlier)).toBe('wrong');
    expect(await hasher.verify(decomposed, await hasher.hash(decomposed))).toBe('right');
  });

  const [, , hash] = HASHES[0];
  it.each([
    undefined,
    '',
    PASSWORD,
    hash.slice(0, -1),
    hash.replace('argon2id', 'argon2i'),
    hash.replace('v=19', 'v=16'),
    hash.replace(/[^$]*$/, ''),
    hash.replace(/[^$]*$/, 'tKk2gUqm8SsZxA'),
    `${hash}$`,
    hash.replace('tKk2', 'uKk2'),
  ])('refuses the hash %j', async (other) => {
    expect(await hasher.verify(PASSWORD, other)).toBe('wrong');
  });
});

describe('hash', () => {
  it('uses OWASP’s parameters, a fresh salt and 32 bytes', async () => {
    const [one, two] = await Promise.all([hasher.hash(PASSWORD), hasher.hash(PASSWORD)]);

    const form = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/;
    expect(one).toMatch(form);
    expect(two).toMatch(form);
    expect(one.split('$')[4]).not.toBe(two.split('$')[4]);
    expect(one).not.toBe(two);
  });

  it('completes many concurrent calls', async () => {
    const passwords = Array.from({ length: 12 }, (_, number) => `password number ${number}`);

    const hashes = await Promise.all(passwords.map((password) => hasher.hash(password)));
    const verified = await Promise.all(
      passwords.map((password, index) => hasher.verify(password, hashes[index])),
    );

    expect(verified).toEqual(passwords.map(() => 'right'));
  });
});

it('queues a limited number of calls, rejects the rest at once, and keeps working afterwards', async () => {
  const settled = await Promise.allSettled(Array.from({ length: 80 }, () => hasher.hash(PASSWORD)));

  const refused = settled.filter((result) => result.status === 'rejected');
  expect(refused.length).toBeGreaterThanOrEqual(80 - 50 - 2);
  expect(refused.length).toBeLessThan(80);
  for (const { reason } of refused) {
    expect(reason).toMatchObject({ code: 'too_many_attempts', options: { headers: { 'retry-after': '2' } } });
  }
  expect(await hasher.verify(PASSWORD, await hasher.hash(PASSWORD))).toBe('right');
});
