import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { requestOf } from '../core/http/index.js';
import type { Organization } from './organization.entity.js';

/** The organization of a route with `WithinOrganization`, with its name loaded. */
export const CurrentOrganization = createParamDecorator(
  (_: unknown, context: ExecutionContext): Organization => {
    const { organization } = requestOf(context);
    if (!organization)
      throw new Error('The route asks for the organization, but has no @WithinOrganization(permission).');
    return organization;
  },
);
