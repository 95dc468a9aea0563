import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiCookieAuth } from '@nestjs/swagger';
import { ApiProblems } from '../problems/api-problems.decorator.js';

/** Who may call a route. A route that says nothing asks for a session. */
export type Access = 'public' | 'session' | 'session-or-client' | 'api-key';

export const ACCESS = 'access';

/** Anyone may call the route. */
export const Public = () => SetMetadata(ACCESS, 'public' satisfies Access);

/** The route asks for the session cookie; this is the default, and the decorator documents it. */
export const RequiresSession = () =>
  applyDecorators(
    SetMetadata(ACCESS, 'session' satisfies Access),
    ApiCookieAuth('session'),
    ApiProblems('unauthenticated', 'invalid_parameter'),
  );
