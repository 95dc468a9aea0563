import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Keyed hashes of secrets that are random by themselves (API keys, client secrets): equal secrets have equal hashes,
 * so that one look-up finds them, and a database without the key holds nothing that authenticates.
 */
export class SecretHasher {
  private readonly version: string;

  constructor(private readonly keySecret: string) {
    this.version = createHash('sha256').update(`fingerprint:${keySecret}`).digest('hex').slice(0, 8);
  }

  /** `<version of the key>.<HMAC-SHA-256 in base64url>` */
  hash(secret: string): string {
    return `${this.version}.${createHmac('sha256', this.keySecret).update(secret).digest('base64url')}`;
  }

  /** Whether the hash is that of the secret. */
  matches(secret: string, hash: string): boolean {
    const expected = Buffer.from(this.hash(secret));
    const actual = Buffer.from(hash);
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  }
}
