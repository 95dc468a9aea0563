import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Actor } from './actor.types.js';
import { requestOf } from './request-of.js';
import { MINUTE_MS } from '../../time/index.js';
import { Problem } from '../problems/problem.js';

/** Who makes the request, as the audit log records it. On a public route, the account is unknown. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const { actor, ip, id, headers } = requestOf(context);
  const identity = actor ?? { kind: 'account', accountId: null, clientId: null };
  return { ...identity, address: ip, requestId: id, userAgent: headers['user-agent'] };
});

const FRESH_MS = 10 * MINUTE_MS;

/**
 * Protects actions from someone who finds a browser signed in.
 * @throws Problem fresh_sign_in_required unless they authenticated in the last 10 minutes
 */
export function requireFreshSignIn({ signedInAt }: Actor): void {
  if (!signedInAt || Date.now() - signedInAt.getTime() >= FRESH_MS)
    throw new Problem('fresh_sign_in_required');
}
