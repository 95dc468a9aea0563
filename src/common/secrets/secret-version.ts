import { createHash } from 'node:crypto';

/** What tells a key secret from others, and says nothing about it: the beginning of a SHA-256. */
export function secretVersion(secret: string): string {
  return createHash('sha256').update(`fingerprint:${secret}`).digest('hex').slice(0, 8);
}
