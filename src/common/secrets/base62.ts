import { randomInt } from 'node:crypto';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** So many random digits out of 0-9, A-Z, a-z, each equally likely. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => DIGITS[randomInt(DIGITS.length)]).join('');
}

/** A non-negative integer in base 62, padded with zeros to the length. */
export function toBase62(value: number, length: number): string {
  let digits = '';
  for (let rest = value; digits.length < length; rest = Math.floor(rest / 62))
    digits = DIGITS[rest % 62] + digits;
  return digits;
}
