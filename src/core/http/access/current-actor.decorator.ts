import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Actor } from './actor.types.js';
import { requestOf } from './request-of.js';

/** Who makes the request, as the audit log records it. On a public route, the account is unknown. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const { actor, ip, id, headers } = requestOf(context);
  const identity = actor ?? { kind: 'account', accountId: null, clientId: null };
  return { ...identity, address: ip, requestId: id, userAgent: headers['user-agent'] };
});
