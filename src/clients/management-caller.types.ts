import type { Account } from '../accounts/index.js';

/** The caller of a management route: a signed-in account, or one of its clients with its own credentials. */
export interface ManagementCaller {
  account: Account;
  /** The client whose credentials were used, and which they are limited to; null for a session. */
  clientId: string | null;
}
