import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** A secret that keys hashes, with the version that marks its hashes. */
class HashKey {
  readonly version: string;

  constructor(private readonly secret: string) {
    this.version = secretVersion(secret);
  }

  hash(text: string): string {
    return `${this.version}.${createHmac('sha256', this.secret).update(text).digest('base64url')}`;
  }
}

/**
 * Keyed hashes of secrets that are themselves random (API keys, client secrets). Equal secrets have equal hashes, so
 * one look-up finds them, and without the key the database holds nothing that authenticates.
 */
export class SecretHasherService {
  private readonly present: HashKey;
  private readonly previous: HashKey | undefined;

  /** @param previousSecret secret under which hashes may still be stored */
  constructor(keySecret: string, previousSecret?: string) {
    this.present = new HashKey(keySecret);
    this.previous = previousSecret === undefined ? undefined : new HashKey(previousSecret);
  }

  get version(): string {
    return this.present.version;
  }

  get previousVersion(): string | undefined {
    return this.previous?.version;
  }

  /** Returns `<version of the key>.<HMAC-SHA-256 in base64url>`. */
  hash(secret: string): string {
    return this.present.hash(secret);
  }

  /** Returns every hash under which the secret may be stored, the current one first. */
  hashes(secret: string): string[] {
    return this.previous ? [this.hash(secret), this.previous.hash(secret)] : [this.hash(secret)];
  }

  matches(secret: string, hash: string): boolean {
    const actual = Buffer.from(hash);
    return this.hashes(secret)
      .map((text) => Buffer.from(text))
      .some((expected) => expected.length === actual.length && timingSafeEqual(expected, actual));
  }

  /** Whether a stored hash isn't under the current secret and has to be replaced. */
  isOutdated(hash: string): boolean {
    return !hash.startsWith(`${this.version}.`);
  }
}

/** Identifies a key secret without revealing anything about it: the start of a SHA-256 hash. */
export function secretVersion(secret: string): string {
  return createHash('sha256').update(`fingerprint:${secret}`).digest('hex').slice(0, 8);
}
