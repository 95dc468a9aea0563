import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A link that accepts an invitation, and what the table keeps of its token. */
export function newInvitationLink(publicUrl: string): { url: string; tokenHash: string } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { url: `${publicUrl}/accept-invitation#token=${token}`, tokenHash: hashToken(token) };
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
