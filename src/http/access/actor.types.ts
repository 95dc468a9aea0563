/**
 * Who does something, whichever way they came: an account by its session, a client by its secret, a command on the machine,
 * or the service by itself.
 */
export interface ActorIdentity {
  kind: 'account' | 'client' | 'command' | 'service';
  /** Null until an account is known, as it is before signing in. */
  accountId: string | null;
  clientId: string | null;
  /** The session by which an account came. */
  sessionId?: string;
  /** The personal access token by which an account came. */
  tokenId?: string;
  /** When they last proved who they are. */
  signedInAt?: Date;
}

/** Who makes a change, and from where. */
export interface Actor extends ActorIdentity {
  /** The caller's address; null for a command. */
  address: string | null;
  requestId: string | null;
  /** What the caller's browser or program calls itself. */
  userAgent?: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard that let the caller in; absent on public routes. */
    actor?: ActorIdentity;
  }
}
