import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  SetMetadata,
  type Type,
  UseGuards,
} from '@nestjs/common';
import { ApiCookieAuth } from '@nestjs/swagger';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import { RequestPaceGuard } from './pace/request-pace.guard.js';
import { RequestShapeGuard } from './request-shape.guard.js';

/** Who may call a route. A route that says nothing asks for a session. */
export type Access = 'public' | 'public-or-session' | 'session' | 'session-or-client' | 'api-key';

const ACCESS = 'access';

const known = new WeakMap<object, { access: Access | undefined }>();

/** Who may call the route; undefined where it does not say. */
export function accessOf(context: ExecutionContext): Access | undefined {
  const handler = context.getHandler();
  let entry = known.get(handler);
  if (!entry) {
    const metadata: unknown =
      Reflect.getMetadata(ACCESS, handler) ?? Reflect.getMetadata(ACCESS, context.getClass());
    entry = { access: metadata as Access | undefined };
    known.set(handler, entry);
  }
  return entry.access;
}

const shapeGuard = new RequestShapeGuard();

/**
 * Says who may call a route, and names the guards of its own. How often they call, and the form of the request, are
 * looked at after all of them.
 */
export const AllowAccess = (access: Access, ...guards: Type<CanActivate>[]) =>
  applyDecorators(SetMetadata(ACCESS, access), UseGuards(...guards, RequestPaceGuard, shapeGuard));

/** Anyone may call the route. */
export const Public = () => AllowAccess('public');

/** Anyone may call the route, and a live session is told from none. */
export const AllowsSession = () => AllowAccess('public-or-session');

/** The route asks for the session cookie; this is the default, and the decorator documents it. */
export const RequiresSession = () =>
  applyDecorators(
    AllowAccess('session'),
    ApiCookieAuth('session'),
    ApiProblems('unauthenticated', 'invalid_parameter', 'too_many_attempts', 'service_unavailable'),
  );
