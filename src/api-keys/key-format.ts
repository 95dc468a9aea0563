import { crc32 } from 'node:zlib';
import { randomBase62, toBase62 } from '../common/secrets/base62.js';

const PREFIX = 'wx_';
const RANDOM_DIGITS = 32;
const CHECKSUM_DIGITS = 6;
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_DIGITS + CHECKSUM_DIGITS}}$`);

export const KEY_LENGTH = PREFIX.length + RANDOM_DIGITS + CHECKSUM_DIGITS;

/** How much of a key is shown in lists. */
export const START_LENGTH = PREFIX.length + 5;

/** `wx_`, 32 random base-62 digits, and 6 digits of their CRC-32. */
export function generateKey(): string {
  const random = randomBase62(RANDOM_DIGITS);
  return `${PREFIX}${random}${checksum(random)}`;
}

/** Whether the text can be a key; a mistyped or made-up one is refused here, without a look-up. */
export function isWellFormedKey(text: string): boolean {
  if (!SHAPE.test(text)) return false;
  const random = text.slice(PREFIX.length, PREFIX.length + RANDOM_DIGITS);
  return text.endsWith(checksum(random));
}

function checksum(random: string): string {
  return toBase62(crc32(random), CHECKSUM_DIGITS);
}
