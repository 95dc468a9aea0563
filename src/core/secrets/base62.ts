import { randomInt } from 'node:crypto';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns random digits from 0-9, A-Z, a-z, uniformly distributed. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => DIGITS[randomInt(DIGITS.length)]).join('');
}

/** Encodes a non-negative integer in base 62, zero-padded to the length. */
export function toBase62(value: number, length: number): string {
  let digits = '';
  for (let rest = value; digits.length < length; rest = Math.floor(rest / 62))
    digits = DIGITS[rest % 62] + digits;
  return digits;
}
