import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** Returns an unguessable token: 256 random bits in base64url. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Returns the form of a token that the database stores: its SHA-256 in hex, which is useless for signing in. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
