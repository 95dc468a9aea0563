import { createHmac } from 'node:crypto';
import { hashToken, newToken } from '../common/secrets/random-token.js';

/**
 * What one sign-in is bound by. All of it follows from the token, which only the browser's cookie holds: the database has
 * nothing with which somebody else could end the sign-in.
 */
export class SignInSecrets {
  constructor(readonly token = newToken()) {}

  get tokenHash(): string {
    return hashToken(this.token);
  }

  /** Goes to the provider and comes back in the callback. */
  get state(): string {
    return this.derive('state');
  }

  /** Goes to the provider and comes back in the ID token. */
  get nonce(): string {
    return this.derive('nonce');
  }

  /** Of PKCE (RFC 7636): the provider first gets its hash, and then itself with the code. */
  get codeVerifier(): string {
    return this.derive('code_verifier');
  }

  private derive(purpose: string): string {
    return createHmac('sha256', this.token).update(purpose).digest('base64url');
  }
}
