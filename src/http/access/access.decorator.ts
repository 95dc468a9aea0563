import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  SetMetadata,
  type Type,
  UseGuards,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiCookieAuth } from '@nestjs/swagger';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import { RequestPaceGuard } from './pace/request-pace.guard.js';
import { RequestShapeGuard } from './request-shape.guard.js';

/** Who may call a route. A route that says nothing asks for a session. */
export type Access = 'public' | 'public-or-session' | 'session' | 'session-or-client' | 'api-key';

const ACCESS = 'access';
const reflector = new Reflector();

/** Who may call the route; undefined where it does not say. */
export function accessOf(context: ExecutionContext): Access | undefined {
  return reflector.getAllAndOverride<Access | undefined>(ACCESS, [context.getHandler(), context.getClass()]);
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
