import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { requestOf } from '../../core/http/index.js';
import type { Session } from './session.entity.js';

/** The session of the request's cookie. */
export const CurrentSession = createParamDecorator((_: unknown, context: ExecutionContext): Session => {
  const { session } = requestOf(context);
  if (!session) throw new Error('The route asks for the session, but its guard lets callers in without one.');
  return session;
});
