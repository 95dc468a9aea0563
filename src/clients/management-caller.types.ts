import type { Account } from '../accounts/account.entity.js';

/** Who calls a management route: an account that is signed in, or one client of it by its own credentials. */
export interface ManagementCaller {
  account: Account;
  /** The client whose credentials were given, which reaches nothing but itself; null for a session. */
  clientId: string | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard of client credentials. */
    callingClientId?: string;
  }
}
