import { createHash } from 'node:crypto';

/** Identifies a key secret without revealing anything about it: the start of a SHA-256 hash. */
export function secretVersion(secret: string): string {
  return createHash('sha256').update(`fingerprint:${secret}`).digest('hex').slice(0, 8);
}
