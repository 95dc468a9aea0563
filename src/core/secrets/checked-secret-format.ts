import { crc32 } from 'node:zlib';
import { randomBase62, toBase62 } from './base62.js';

const RANDOM_DIGITS = 32;
const CHECKSUM_DIGITS = 6;
/** Number of digits shown after the prefix, so that owners recognize their secrets in lists. */
const SHOWN_DIGITS = 5;

/** A format of secrets: a prefix, 32 random base-62 digits, and their CRC-32 in 6 digits. */
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

  /** Whether the text has this format. Rejects mistyped and made-up secrets without a database query. */
  isWellFormed(text: string): boolean {
    if (!this.shape.test(text)) return false;
    const random = text.slice(this.prefix.length, this.prefix.length + RANDOM_DIGITS);
    return text.endsWith(checksum(random));
  }
}

function checksum(random: string): string {
  return toBase62(crc32(random), CHECKSUM_DIGITS);
}
