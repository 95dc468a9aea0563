/**
 * Who acts, however they authenticated: an account with its session, a client with its secret, a command on the
 * machine, or the service.
 */
export interface ActorIdentity {
  kind: 'account' | 'client' | 'command' | 'service';
  /** Null while the account is unknown, such as before sign-in. */
  accountId: string | null;
  clientId: string | null;
  /** The session with which an account authenticated. */
  sessionId?: string;
  /** The personal access token with which an account authenticated. */
  tokenId?: string;
  /** When they last authenticated. */
  signedInAt?: Date;
}

/** Who makes a change, and from where. */
export interface Actor extends ActorIdentity {
  /** The caller's address; null for a command. */
  address: string | null;
  requestId: string | null;
  /** The caller's `User-Agent` header. */
  userAgent?: string;
}
