import { applyDecorators, type Type } from '@nestjs/common';
import { GUARDS_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner } from '@nestjs/core';
import { ApiBearerAuth, ApiCookieAuth, ApiSecurity } from '@nestjs/swagger';
import { ApiKeyGuard, RequiredScope } from '../api-keys/index.js';
import type { ScopeName } from '../core/features/index.js';
import { AllowAccess, ApiProblems, saysAccess, WithinOrganization } from '../core/http/index.js';
import { ClientThrottlerGuard } from './limits/client-throttler.guard.js';
import { KeyOrSessionGuard } from './limits/key-or-session.guard.js';
import { type LimitHeaders, OWN_LIMIT_HEADERS, TellsLimitsAs } from './limits/limit-headers.js';
import { type Price, RequestPrice } from './limits/request-price.js';

export type { LimitHeaders, Price };

/**
 * Requires an API key on a route, or on the routes of a controller that don't declare their own access. Checks the key,
 * then its scope, then the client's limits, before the handler validates the request. A request costs one unit, or the
 * given price: an object, or a class that the controller's module provides.
 */
export const RequiresApiKey = (scope: ScopeName, price?: Price | Type<Price>, limitHeaders?: LimitHeaders) =>
  onRoutes(requiresKey(['apiKeyHeader', 'apiKeyQuery'], scope, price, limitHeaders));

/** Like `RequiresApiKey`, for a route with an earlier guard that refuses keys in the query. */
export const RequiresKeyInHeader = (scope: ScopeName, price?: Price | Type<Price>) =>
  requiresKey(['apiKeyHeader'], scope, price);

/** Like `RequiresApiKey`, but also accepts a session, whose requests are in no client's limits and usage. */
export const RequiresApiKeyOrSession = (scope: ScopeName) =>
  applyDecorators(
    requiresKey(
      ['apiKeyHeader', 'apiKeyQuery'],
      scope,
      undefined,
      undefined,
      AllowAccess('public-or-session', KeyOrSessionGuard),
    ),
    WithinOrganization(),
    ApiCookieAuth('session'),
  );

/** @param schemes the security schemes of the OpenAPI document, which tell where the key may be sent */
const requiresKey = (
  schemes: readonly string[],
  scope: ScopeName,
  price?: Price | Type<Price>,
  limitHeaders = OWN_LIMIT_HEADERS,
  access = AllowAccess('api-key', ApiKeyGuard, ClientThrottlerGuard),
) =>
  applyDecorators(
    access,
    RequiredScope(scope),
    RequestPrice(price),
    ...schemes.map((scheme) => ApiSecurity(scheme)),
    ApiBearerAuth('accessToken'),
    TellsLimitsAs(limitHeaders),
    ApiProblems(
      'ambiguous_api_key',
      'missing_api_key',
      'invalid_api_key',
      'revoked_api_key',
      'expired_api_key',
      'invalid_token',
      {
        insufficient_scope: `The API key lacks the scope ${scope}.`,
        forbidden: 'The API key is not allowed from this IP address.',
      },
      'client_disabled',
      'account_disabled',
      'quota_exceeded',
      'usage_unavailable',
      'service_unavailable',
    ),
  );

/** Makes a decorator of routes usable on controllers, too. */
function onRoutes(decorator: MethodDecorator): ClassDecorator & MethodDecorator {
  return (target: object, name?: string | symbol, descriptor?: PropertyDescriptor) => {
    if (name !== undefined && descriptor) {
      decorator(target, name, descriptor);
      return;
    }
    const { name: controller } = target as Type<object>;
    const prototype = (target as Type<object>).prototype as object;
    for (const [member, handler] of routesOf(prototype)) {
      const own = Object.getOwnPropertyDescriptor(prototype, member);
      if (!own)
        throw new Error(`${controller} inherits the route ${member}, which must say itself who may call it.`);
      const guards = (Reflect.getMetadata(GUARDS_METADATA, handler) ?? []) as unknown[];
      Reflect.deleteMetadata(GUARDS_METADATA, handler);
      decorator(prototype, member, own);
      // Like guards of a controller, these run before those of the route.
      const ofKey = Reflect.getMetadata(GUARDS_METADATA, handler) as unknown[];
      Reflect.defineMetadata(GUARDS_METADATA, [...ofKey, ...guards], handler);
    }
  };
}

/** Returns the routes of a controller, including inherited ones, that don't declare their own access. */
function routesOf(prototype: object): [name: string, handler: object][] {
  return new MetadataScanner()
    .getAllMethodNames(prototype)
    .map((name): [string, unknown] => [name, (prototype as Record<string, unknown>)[name]])
    .filter((entry): entry is [string, object] => isRoute(entry[1]) && !saysAccess(entry[1]));
}

function isRoute(member: unknown): member is object {
  return typeof member === 'function' && Reflect.hasMetadata(PATH_METADATA, member);
}
