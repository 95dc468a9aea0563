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
import { LateBodyGuard } from '../body/late-body.guard.js';
import { RequestPaceGuard } from './pace/request-pace.guard.js';
import { RequestShapeGuard } from './request-shape.guard.js';

/** Who may call a route. The default is `session`. */
export type Access = 'public' | 'public-or-session' | 'session' | 'session-or-client' | 'api-key';

const ACCESS = 'access';
const TOKEN_SCOPE = 'token-scope';
const WITHIN_ORGANIZATION = 'within-organization';
const reflector = new Reflector();

/** Returns who may call the route; undefined if it isn't declared. */
export function accessOf(context: ExecutionContext): Access | undefined {
  return reflector.getAllAndOverride<Access | undefined>(ACCESS, [context.getHandler(), context.getClass()]);
}

/** Whether a handler or a controller declares its own access. */
export function saysAccess(target: object): boolean {
  return Reflect.hasMetadata(ACCESS, target);
}

/** Returns the scope that a personal access token needs to call the route; undefined if no token may. */
export function tokenScopeOf(handler: object, controller: Type): ScopeName | undefined {
  for (const target of [handler, controller]) {
    const scope = Reflect.getMetadata(TOKEN_SCOPE, target) as ScopeName | null | undefined;
    if (scope !== undefined) return scope ?? undefined;
  }
  return undefined;
}

/** Also allows personal access tokens with the scope on a route that requires a session. */
export const TakesAccountToken = (scope: ScopeName) =>
  applyDecorators(SetMetadata(TOKEN_SCOPE, scope), ApiSecurity('personalAccessToken', [scope]));

/** Whether the route accepts sessions that are confined to one organization. */
export function isOpenWithinOrganization(context: ExecutionContext): boolean {
  return (
    reflector.getAllAndOverride<true | undefined>(WITHIN_ORGANIZATION, [
      context.getHandler(),
      context.getClass(),
    ]) ?? false
  );
}

/**
 * Also allows sessions of an organization's identity provider. The route must honor `account.confinedTo`, which the
 * decorator of this name with a permission does.
 */
export const WithinOrganization = () => SetMetadata(WITHIN_ORGANIZATION, true);

const lateBodyGuard = new LateBodyGuard();
const shapeGuard = new RequestShapeGuard();

/**
 * Declares who may call a route, and the route's own guards. The pace of requests is checked after all of them, then a
 * large body is read, and then the shape is checked.
 */
export const AllowAccess = (access: Access, ...guards: Type<CanActivate>[]) =>
  applyDecorators(
    SetMetadata(ACCESS, access),
    // A route that declares its own access doesn't inherit the token scope of its class.
    SetMetadata(TOKEN_SCOPE, null),
    UseGuards(...guards, RequestPaceGuard, lateBodyGuard, shapeGuard),
  );

/** Anyone may call the route. */
export const Public = () => AllowAccess('public');

/** Anyone may call the route. A valid session is recognized. */
export const AllowsSession = () => AllowAccess('public-or-session');

/**
 * The route requires the session cookie. This is the default, and the decorator documents it.
 * @param tokenScope the scope with which a personal access token is accepted, too; without it, none is
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
      'service_unavailable',
    ),
  );
