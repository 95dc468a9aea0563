import { applyDecorators } from '@nestjs/common';
import { ApiBasicAuth, ApiCookieAuth, ApiBearerAuth } from '@nestjs/swagger';
import { AllowAccess, ApiProblems, TakesAccountToken, WithinOrganization } from '../core/http/index.js';
import type { ScopeName } from '../core/features/index.js';
import { ClientCredentialsGuard, RequiredClientScope } from './client-credentials.guard.js';

/**
 * The route requires a session or, with the scope, an account's token, a client's id and secret (HTTP Basic) or its
 * access token. The module of the route's controller imports ClientsModule; `@CurrentCaller()` returns the caller.
 */
export const RequiresSessionOrClient = (scope: ScopeName) =>
  applyDecorators(
    AllowAccess('session-or-client', ClientCredentialsGuard),
    RequiredClientScope(scope),
    ApiCookieAuth('session'),
    ApiBasicAuth('clientCredentials'),
    ApiBearerAuth('accessToken'),
    TakesAccountToken(scope),
    WithinOrganization(),
    ApiProblems(
      'unauthenticated',
      'ambiguous_credentials',
      'invalid_token',
      'insufficient_scope',
      'client_disabled',
      'account_disabled',
      'service_unavailable',
    ),
  );
