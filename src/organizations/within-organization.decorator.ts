import { applyDecorators, SetMetadata, UseInterceptors } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { PermissionName } from '../core/features/index.js';
import {
  ApiProblems,
  EXAMPLE_ULID,
  GuardReads,
  idPattern,
  WithinOrganization as OpenWithinOrganization,
} from '../core/http/index.js';
import { ORGANIZATION_ID, OrganizationInterceptor, PERMISSION } from './organization.interceptor.js';

/**
 * The route is about one organization, in which the caller must have the permission; `@CurrentOrganization()` returns it.
 * It is the one in the path (`:organizationId`) or in the query (`organization_id`), else that of a session that is
 * confined to one or of the calling client, else the account's personal one. Also for controllers.
 */
export const WithinOrganization = (permission: PermissionName) =>
  applyDecorators(
    OpenWithinOrganization(),
    SetMetadata(PERMISSION, permission),
    GuardReads(ORGANIZATION_ID),
    UseInterceptors(OrganizationInterceptor),
    ApiQuery({
      name: ORGANIZATION_ID,
      required: false,
      description: "The organization. By default, the caller's own.",
      schema: { type: 'string', pattern: idPattern('org').source },
      example: `org_${EXAMPLE_ULID}`,
    }),
    ApiProblems('factor_required', 'forbidden', 'not_found'),
  );
