import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Account, endSessionsOfOrganization } from '../../../accounts/index.js';
import { AttemptsService } from '../../../core/attempts/index.js';
import { AuditLogService } from '../../../core/audit/index.js';
import { type Actor, Problem, requireFreshSignIn } from '../../../core/http/index.js';
import { DomainsService } from '../../domains/domains.service.js';
import { OrganizationAccessService } from '../../organization-access.service.js';
import { OrganizationDependentsService } from '../../organization-dependents.service.js';
import { OrganizationsService } from '../../organizations.service.js';
import {
  type OrganizationIssuerDto,
  type SetOrganizationIssuerDto,
  toOrganizationIssuerDto,
} from './organization-issuer.dto.js';
import { OrganizationProvidersService } from './organization-providers.service.js';

export const NO_DOMAIN = 'The organization has no verified domain. Verify one first.';
export const NO_ISSUER = 'The organization has no identity provider.';

/** What owners set about their organization's OpenID provider: each has at most one. */
@Injectable()
export class OrganizationIssuersService {
  constructor(
    private readonly access: OrganizationAccessService,
    private readonly organizations: OrganizationsService,
    private readonly domains: DomainsService,
    private readonly attempts: AttemptsService,
    private readonly audit: AuditLogService,
    private readonly providers: OrganizationProvidersService,
    dependents: OrganizationDependentsService,
  ) {
    dependents.add({
      loseDomain: endSessionsOfOrganization,
      loseMember: endSessionsOfOrganization,
    });
  }

  /**
   * Reads the issuer's metadata before storing the settings. Ends all sessions that the previous settings began.
   * @throws Problem conflict without a verified domain, invalid_parameter if the issuer's metadata can't be used
   */
  async set(
    account: Account,
    organizationId: string,
    wanted: SetOrganizationIssuerDto,
    actor: Actor,
  ): Promise<OrganizationIssuerDto> {
    await this.access.check(account, organizationId, 'issuer.manage');
    requireFreshSignIn(actor);
    await this.checkDomain(organizationId);
    await this.attempts.attempt('issuerDescription', organizationId);
    const clientSecret = wanted.client_secret ?? (await this.providers.secretFor(organizationId, wanted));
    await this.providers.check(organizationId, wanted, clientSecret);
    await this.organizations.change(account, organizationId, ['issuer.manage'], async (em, organization) => {
      await this.checkDomain(organizationId);
      await this.providers.store(em, organization, wanted, clientSecret);
      await endSessionsOfOrganization(em, organizationId);
      this.record(em, 'organization.issuer_set', organizationId, account.id, actor, {
        issuer: wanted.issuer,
        client_id: wanted.client_id,
        groups_claim: wanted.groups_claim ?? null,
        roles: wanted.roles,
        default_role: wanted.default_role ?? null,
        sign_up: wanted.sign_up,
      });
    });
    await this.attempts.clear('issuerDescription', organizationId);
    return this.get(account, organizationId);
  }

  /** @throws Problem not_found if there is none */
  async get(account: Account, organizationId: string): Promise<OrganizationIssuerDto> {
    await this.access.check(account, organizationId, 'issuer.manage');
    const issuer = (await this.providers.find(organizationId)) ?? throwMissing();
    return toOrganizationIssuerDto(issuer, this.providers.addressesOf(organizationId));
  }

  async remove(account: Account, organizationId: string, actor: Actor): Promise<void> {
    await this.access.check(account, organizationId, 'issuer.manage');
    requireFreshSignIn(actor);
    await this.organizations.change(account, organizationId, ['issuer.manage'], async (em) => {
      const issuer = (await this.providers.find(organizationId)) ?? throwMissing();
      em.remove(issuer);
      await endSessionsOfOrganization(em, organizationId);
      this.record(em, 'organization.issuer_removed', organizationId, account.id, actor, {
        issuer: issuer.issuer,
      });
    });
  }

  private async checkDomain(organizationId: string): Promise<void> {
    if (!(await this.domains.has(organizationId))) throw new Problem('conflict', { detail: NO_DOMAIN });
  }

  private record(
    em: EntityManager,
    action: 'organization.issuer_set' | 'organization.issuer_removed',
    organizationId: string,
    accountId: string,
    actor: Actor,
    details: Record<string, unknown>,
  ): void {
    this.audit.record(em, {
      action,
      actor,
      accountId,
      organizationId,
      targetId: organizationId,
      details,
    });
  }
}

function throwMissing(): never {
  throw new Problem('not_found', { detail: NO_ISSUER });
}
