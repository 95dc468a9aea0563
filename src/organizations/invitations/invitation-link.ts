import { hashToken, newToken } from '../../common/secrets/random-token.js';

/** A link that accepts an invitation, and what the table keeps of its token. */
export function newInvitationLink(publicUrl: string): { url: string; tokenHash: string } {
  const token = newToken();
  return { url: `${publicUrl}/accept-invitation#token=${token}`, tokenHash: hashToken(token) };
}
