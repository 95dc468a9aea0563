import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  SetMetadata,
  type Type,
  UseGuards,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiCookieAuth, ApiSecurity } from '@nestjs/swagger';
import type { ScopeName } from '../../features/names.types.js';
import { tokenScopeFault } from './authorization.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import { RequestPaceGuard } from './pace/request-pace.guard.js';
import { RequestShapeGuard } from './request-shape.guard.js';

/** Who may call a route. A route that says nothing asks for a session. */
export type Access = 'public' | 'public-or-session' | 'session' | 'session-or-client' | 'api-key';

const ACCESS = 'access';
const TOKEN_SCOPE = 'token-scope';
const WITHIN_ORGANIZATION = 'within-organization';
const reflector = new Reflector();

/** Who may call the route; undefined where it does not say. */
export function accessOf(context: ExecutionContext): Access | undefined {
  return reflector.getAllAndOverride<Access | undefined>(ACCESS, [context.getHandler(), context.getClass()]);
}

/** Whether a handler or a controller says itself who may call it. */
export function saysAccess(place: object): boolean {
  return Reflect.hasMetadata(ACCESS, place);
}

/** The scope with which an account's own token may call the route; undefined where none may. */
export function tokenScopeOf(handler: object, controller: Type): ScopeName | undefined {
  for (const place of [handler, controller]) {
    const scope = Reflect.getMetadata(TOKEN_SCOPE, place) as ScopeName | null | undefined;
    if (scope !== undefined) return scope ?? undefined;
  }
  return undefined;
}

/** Opens a route that asks for a session to an account's own tokens with the scope, too. */
export const TakesAccountToken = (scope: ScopeName) =>
  applyDecorators(SetMetadata(TOKEN_SCOPE, scope), ApiSecurity('personalAccessToken', [scope]));

/** Whether the route is open to sessions that open one organization alone. */
export function isOpenWithinOrganization(context: ExecutionContext): boolean {
  return (
    reflector.getAllAndOverride<true | undefined>(WITHIN_ORGANIZATION, [
      context.getHandler(),
      context.getClass(),
    ]) ?? false
  );
}

/** Opens a route to sessions that an organization's identity provider began; it then looks at `account.confinedTo`. */
export const WithinOrganization = () => SetMetadata(WITHIN_ORGANIZATION, true);

const shapeGuard = new RequestShapeGuard();

/**
 * Says who may call a route, and names the guards of its own. How often they call, and the form of the request, are
 * looked at after all of them.
 */
export const AllowAccess = (access: Access, ...guards: Type<CanActivate>[]) =>
  applyDecorators(
    SetMetadata(ACCESS, access),
    // A route that says who may call it takes no tokens because its class does.
    SetMetadata(TOKEN_SCOPE, null),
    UseGuards(...guards, RequestPaceGuard, shapeGuard),
  );

/** Anyone may call the route. */
export const Public = () => AllowAccess('public');

/** Anyone may call the route, and a live session is told from none. */
export const AllowsSession = () => AllowAccess('public-or-session');

/**
 * The route asks for the session cookie; this is the default, and the decorator documents it.
 * @param tokenScope with which an account's own token does as well; without it, none does
 */
export const RequiresSession = (tokenScope?: ScopeName) =>
  applyDecorators(
    AllowAccess('session'),
    ApiCookieAuth('session'),
    ...(tokenScope === undefined ? [] : [TakesAccountToken(tokenScope)]),
    ApiProblems(
      'unauthenticated',
      'ambiguous_credentials',
      {
        invalid_token: 'The personal access token has expired.',
        insufficient_scope: tokenScopeFault(tokenScope),
      },
      'account_disabled',
      'invalid_parameter',
      'too_many_attempts',
      'service_unavailable',
    ),
  );
