import { describe, expect, it } from '@jest/globals';
import { generateKey, isWellFormedKey, START_LENGTH } from '../../../src/api-keys/key-format.js';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/*
 * From Python 3.11:
 *   from binascii import crc32
 *   def b62(n): s = ''; [s := D[(n // 62**i) % 62] + s for i in range(6)]; return s    # D: 0-9, A-Z, a-z
 *   'wx_' + random + b62(crc32(random.encode()))
 */
const KEYS_FROM_PYTHON = [
  'wx_000000000000000000000000000000002wjyrI',
  'wx_zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz4W8LJS',
  'wx_0123456789ABCDEFGHIJKLMNOPQRSTUV1ggZdL',
  'wx_dw4vIQAFVlluPszJgTyj1lhGqb9zOl494gaZMI',
  'wx_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA3Ae0o2',
];

describe('isWellFormedKey', () => {
  it.each(KEYS_FROM_PYTHON)('accepts %s, whose checksum another program computed', (key) => {
    expect(isWellFormedKey(key)).toBe(true);
  });

  it('rejects every change of a single character', () => {
    const [, , , key] = KEYS_FROM_PYTHON;
    const changed = Array.from({ length: key.length - 3 }, (_, index) => index + 3).flatMap((position) =>
      [...DIGITS]
        .filter((digit) => digit !== key[position])
        .map((digit) => key.slice(0, position) + digit + key.slice(position + 1)),
    );

    expect(changed).toHaveLength(38 * 61);
    expect(changed.filter(isWellFormedKey)).toEqual([]);
  });

  it('rejects every swap of two adjacent characters', () => {
    const [, , , key] = KEYS_FROM_PYTHON;
    const exchanged = Array.from({ length: key.length - 4 }, (_, index) => index + 3)
      .map((at) => key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2))
      .filter((other) => other !== key);

    expect(exchanged.length).toBeGreaterThan(30);
    expect(exchanged.filter(isWellFormedKey)).toEqual([]);
  });

  it.each([
    '',
    'wx_',
    'x'.repeat(41),
    KEYS_FROM_PYTHON[0].slice(0, -1),
    `${KEYS_FROM_PYTHON[0]}0`,
    ` ${KEYS_FROM_PYTHON[0]}`,
    `${KEYS_FROM_PYTHON[0]}\n`,
    KEYS_FROM_PYTHON[0].slice(3),
    KEYS_FROM_PYTHON[0].replace('wx_', 'WX_'),
    KEYS_FROM_PYTHON[0].replace('wx_', 'wx-'),
    'wx_000000000000000000000000000000٠٠2wjyrI',
  ])('rejects %j', (text) => {
    expect(isWellFormedKey(text)).toBe(false);
  });
});

describe('generateKey', () => {
  const keys = Array.from({ length: 500 }, generateKey);

  it('generates well-formed keys whose displayed start is unique too', () => {
    expect(keys.every(isWellFormedKey)).toBe(true);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(keys.map((key) => key.slice(0, START_LENGTH))).size).toBe(keys.length);
  });

  it('uses every digit in the random part', () => {
    // 500 keys lack a given digit in all 32 positions with a probability of (61/62)^16000, which is 1e-113.
    const used = new Set(keys.flatMap((key) => [...key.slice(3, 35)]));
    expect([...used].sort().join('')).toBe([...DIGITS].sort().join(''));
  });

  it('shows too little of a key to guess the rest', () => {
    expect(START_LENGTH).toBeLessThanOrEqual(3 + 8);
  });
});
