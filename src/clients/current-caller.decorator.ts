import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { requestOf } from '../core/http/index.js';
import type { Account } from '../accounts/index.js';

/** The caller of a management route: a signed-in account, or one of its clients with its own credentials. */
export interface ManagementCaller {
  account: Account;
  /** The client whose credentials were used, and which they are limited to; null for a session. */
  clientId: string | null;
}

/** The caller of a route that takes a session or a client's credentials. */
export const CurrentCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext): ManagementCaller => {
    const { account, callingClientId } = requestOf(context);
    if (!account)
      throw new Error('The route asks for its caller, but its guard lets callers in without one.');
    return { account, clientId: callingClientId ?? null };
  },
);
