import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Actor } from './actor.types.js';

/** Who makes the request, as the audit records it. On a public route the account is not known yet. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const { actor, ip, id } = context.switchToHttp().getRequest<FastifyRequest>();
  const identity = actor ?? { kind: 'account', accountId: null, clientId: null };
  return { ...identity, address: ip, requestId: id };
});
