import { EntityManager } from '@mikro-orm/postgresql';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import type { PermissionName } from '../core/features/index.js';
import { Problem, guardParameter, idPattern, requestOf } from '../core/http/index.js';
import './current-organization.decorator.js';
import { OrganizationAccessService, throwMissing } from './organization-access.service.js';
import { Organization } from './organization.entity.js';
import { OrganizationsService } from './organizations.service.js';

export const PERMISSION = 'organization-permission';
export const ORGANIZATION_ID = 'organization_id';

/**
 * Finds the organization that a request is about, and checks that the caller may do in it what the route requires. An
 * interceptor, since these run after all guards: the route's guards identify the caller.
 */
@Injectable()
export class OrganizationInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly entityManager: EntityManager,
    private readonly access: OrganizationAccessService,
    private readonly organizations: OrganizationsService,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = requestOf(context);
    const permission = this.reflector.getAllAndOverride<PermissionName>(PERMISSION, [
      context.getHandler(),
      context.getClass(),
    ]);
    const asked = askedFor(request);
    request.organization =
      request.callingOrganizationId === undefined
        ? await this.ofAccount(request, asked, permission)
        : await this.ofClient(request.callingOrganizationId, asked);
    return next.handle();
  }

  private async ofAccount(
    { account }: FastifyRequest,
    asked: string | undefined,
    permission: PermissionName,
  ): Promise<Organization> {
    if (!account)
      throw new Error('A route within an organization requires a session, or a session or a client.');
    const organizationId = asked ?? account.confinedTo ?? (await this.organizations.personalIdOf(account.id));
    return this.access.check(account, organizationId, permission);
  }

  /** What a client may do follows from its scopes, which those who may manage it have given it. */
  private ofClient(organizationId: string, asked = organizationId): Promise<Organization> {
    if (asked !== organizationId) throwMissing(asked);
    return this.entityManager.findOneOrFail(Organization, organizationId, { populate: ['personalAccount'] });
  }
}

/** Returns the organization's ID in the path or else in the query. @throws Problem invalid_parameter */
function askedFor(request: FastifyRequest): string | undefined {
  const { organizationId } = request.params as { organizationId?: string };
  const given = organizationId ?? guardParameter(request, ORGANIZATION_ID);
  if (given === undefined || idPattern('org').test(given)) return given;
  if (organizationId !== undefined) throwMissing(organizationId);
  const detail = `${ORGANIZATION_ID} must be the ID of an organization.`;
  throw new Problem('invalid_parameter', { errors: [{ parameter: ORGANIZATION_ID, detail }] });
}
