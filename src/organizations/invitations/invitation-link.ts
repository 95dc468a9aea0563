import { hashToken, newToken } from '../../core/secrets/index.js';

/** Returns a link that accepts an invitation, and the hash of its token for the table. */
export function newInvitationLink(publicUrl: string): { url: string; tokenHash: string } {
  const token = newToken();
  return { url: `${publicUrl}/accept-invitation#token=${token}`, tokenHash: hashToken(token) };
}
