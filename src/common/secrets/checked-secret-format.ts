import { crc32 } from 'node:zlib';
import { randomBase62, toBase62 } from './base62.js';

const RANDOM_DIGITS = 32;
const CHECKSUM_DIGITS = 6;
/** How much of it is shown beside the prefix, so that its owner recognises it in lists. */
const SHOWN_DIGITS = 5;

/** Secrets of one form: a prefix, 32 random base-62 digits, and 6 digits of their CRC-32. */
export class CheckedSecretFormat {
  readonly length: number;
  readonly startLength: number;
  private readonly shape: RegExp;

  constructor(private readonly prefix: string) {
    this.length = prefix.length + RANDOM_DIGITS + CHECKSUM_DIGITS;
    this.startLength = prefix.length + SHOWN_DIGITS;
    this.shape = new RegExp(`^${prefix}[0-9A-Za-z]{${RANDOM_DIGITS + CHECKSUM_DIGITS}}$`);
  }

  generate(): string {
    const random = randomBase62(RANDOM_DIGITS);
    return `${this.prefix}${random}${checksum(random)}`;
  }

  /** Whether the text can be one; a mistyped or made-up one is refused here, without a look-up. */
  isWellFormed(text: string): boolean {
    if (!this.shape.test(text)) return false;
    const random = text.slice(this.prefix.length, this.prefix.length + RANDOM_DIGITS);
    return text.endsWith(checksum(random));
  }
}

function checksum(random: string): string {
  return toBase62(crc32(random), CHECKSUM_DIGITS);
}
