import { applyDecorators, type CanActivate, SetMetadata, type Type, UseGuards } from '@nestjs/common';
import { ApiCookieAuth } from '@nestjs/swagger';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import { RequestShapeGuard } from './request-shape.guard.js';

/** Who may call a route. A route that says nothing asks for a session. */
export type Access = 'public' | 'public-or-session' | 'session' | 'session-or-client' | 'api-key';

export const ACCESS = 'access';

const shapeGuard = new RequestShapeGuard();

/** Says who may call a route, and names the guards of its own. The form of the request is looked at after all of them. */
export const AllowAccess = (access: Access, ...guards: Type<CanActivate>[]) =>
  applyDecorators(SetMetadata(ACCESS, access), UseGuards(...guards, shapeGuard));

/** Anyone may call the route. */
export const Public = () => AllowAccess('public');

/** Anyone may call the route, and a live session is told from none. */
export const AllowsSession = () => AllowAccess('public-or-session');

/** The route asks for the session cookie; this is the default, and the decorator documents it. */
export const RequiresSession = () =>
  applyDecorators(
    AllowAccess('session'),
    ApiCookieAuth('session'),
    ApiProblems('unauthenticated', 'invalid_parameter'),
  );
