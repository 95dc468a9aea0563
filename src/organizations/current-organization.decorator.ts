import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { requestOf } from '../core/http/index.js';
import type { Organization } from './organization.entity.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The organization that the request is about, on a route with `WithinOrganization`. */
    organization?: Organization;
    /** Set by the guard of client credentials: the organization of the calling client. */
    callingOrganizationId?: string;
  }
}

/** The organization of a route with `WithinOrganization`, with its name loaded. */
export const CurrentOrganization = createParamDecorator(
  (_: unknown, context: ExecutionContext): Organization => {
    const { organization } = requestOf(context);
    if (!organization)
      throw new Error('The route asks for the organization, but has no @WithinOrganization(permission).');
    return organization;
  },
);
