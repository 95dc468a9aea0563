import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** What nobody can guess: 256 random bits in base64url. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** What the database has of a token: SHA-256 in hex, with which nobody gets in. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
