import { createHmac } from 'node:crypto';
import { hashToken, newToken } from '../../core/secrets/index.js';

/**
 * The secrets that bind a sign-in to its browser. All derive from the token, which only the browser's cookie holds: the
 * database has nothing with which somebody else could finish the sign-in.
 */
export class SignInSecrets {
  constructor(readonly token = newToken()) {}

  get tokenHash(): string {
    return hashToken(this.token);
  }

  /** Sent to the provider, which returns it in the callback. */
  get state(): string {
    return this.derive('state');
  }

  /** Sent to the provider, which returns it in the ID token. */
  get nonce(): string {
    return this.derive('nonce');
  }

  /** For PKCE (RFC 7636): the provider gets its hash first, and the verifier itself with the code. */
  get codeVerifier(): string {
    return this.derive('code_verifier');
  }

  private derive(purpose: string): string {
    return createHmac('sha256', this.token).update(purpose).digest('base64url');
  }
}
