import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Account } from '../../accounts/index.js';
import { AttemptsService } from '../../core/attempts/index.js';
import { AuditLogService, BY_ITSELF } from '../../core/audit/index.js';
import {
  type Actor,
  type Page,
  type PageQueryDto,
  Problem,
  newId,
  readPage,
  requireFreshSignIn,
} from '../../core/http/index.js';
import { OrganizationAccessService } from '../organization-access.service.js';
import { OrganizationDependentsService } from '../organization-dependents.service.js';
import { OrganizationsService } from '../organizations.service.js';
import { claimableDomain } from './claimable-domain.js';
import { type DomainDto, toDomainDto } from './domain.dto.js';
import { OrganizationDomain } from './domain.entity.js';
import { DomainRecordsService, newRecordValue, recordName } from './domain-records.service.js';

export const MOST_DOMAINS = 20;

/** Domains of organizations. Any organization can claim one, and proves it with a DNS record. */
@Injectable()
export class DomainsService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly access: OrganizationAccessService,
    private readonly organizations: OrganizationsService,
    private readonly dependents: OrganizationDependentsService,
    private readonly records: DomainRecordsService,
    private readonly attempts: AttemptsService,
    private readonly audit: AuditLogService,
  ) {}

  async add(account: Account, organizationId: string, text: string, actor: Actor): Promise<DomainDto> {
    await this.access.check(account, organizationId, 'domains.manage');
    requireFreshSignIn(actor);
    const domain = claimableDomain(text);
    const added = await this.organizations.change(
      account,
      organizationId,
      ['domains.manage'],
      async (em, organization) => {
        if (organization.personalAccount)
          throw new Problem('conflict', { detail: "A personal organization can't have domains." });
        if (await em.count(OrganizationDomain, { organization, domain }))
          throw new Problem('conflict', { detail: `The organization has the domain ${domain} already.` });
        if ((await em.count(OrganizationDomain, { organization })) >= MOST_DOMAINS)
          throw new Problem('conflict', { detail: `An organization can have ${MOST_DOMAINS} domains.` });
        const created = em.create(OrganizationDomain, {
          id: newId('dom'),
          organization,
          domain,
          recordValue: newRecordValue(),
          addedBy: account.id,
          createdAt: new Date(),
          verifiedAt: null,
        });
        this.record(em, 'domain.added', created, account.id, actor);
        return created;
      },
    );
    return toDomainDto(added);
  }

  async list(account: Account, organizationId: string, page: PageQueryDto): Promise<Page<DomainDto>> {
    await this.access.check(account, organizationId, 'domains.manage');
    const find = ({ before, limit }: { before?: string; limit: number }) =>
      this.entityManager.find(
        OrganizationDomain,
        { organization: organizationId, ...(before !== undefined && { id: { $lt: before } }) },
        { orderBy: { id: 'desc' }, limit, refresh: true },
      );
    return readPage(page, 'dom', find, toDomainDto);
  }

  /**
   * Looks up the domain's record. Takes the domain over from another organization if that one's record is gone.
   * @throws Problem conflict, dns_unavailable, too_many_attempts
   */
  async verify(account: Account, organizationId: string, domainId: string, actor: Actor): Promise<DomainDto> {
    await this.access.check(account, organizationId, 'domains.manage');
    const { domain, recordValue } = await this.find(this.entityManager, organizationId, domainId);
    await this.attempts.attempt('domainVerification', organizationId);
    const values = await this.records.lookUp(domain);
    if (!values.includes(recordValue)) throw notPublished(domain);
    const verified = await this.organizations.change(
      account,
      organizationId,
      ['domains.manage'],
      async (em) => {
        // All claims are locked in a fixed order. If two organizations verify at the same time, the second finds the
        // first's.
        const claims = await em.find(
          OrganizationDomain,
          { domain },
          { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, orderBy: { id: 'asc' } },
        );
        const own = claims.find(({ id }) => id === domainId) ?? throwMissing(domainId);
        if (own.verifiedAt) return own;
        const holder = claims.find(({ verifiedAt }) => verifiedAt);
        if (holder && values.includes(holder.recordValue)) throw heldByAnother(domain);
        if (holder) {
          holder.verifiedAt = null;
          this.record(em, 'domain.lost', holder, holder.addedBy, BY_ITSELF);
          await em.flush();
          await this.dependents.loseDomain(em, holder.organization.id);
        }
        own.verifiedAt = new Date();
        this.record(em, 'domain.verified', own, account.id, actor);
        return own;
      },
    );
    await this.attempts.clear('domainVerification', organizationId);
    return toDomainDto(verified);
  }

  /**
   * Returns whether the organization has a verified domain, or this one if given.
   * @param lockMode keeps the domain as it is until the transaction ends
   */
  async has(organization: string, domain?: string, lockMode?: LockMode): Promise<boolean> {
    const verified = { organization, verifiedAt: { $ne: null }, ...(domain !== undefined && { domain }) };
    return (
      (await this.entityManager.findOne(OrganizationDomain, verified, { lockMode, refresh: true })) !== null
    );
  }

  /** Returns the id of the organization that has verified the domain. */
  async holderOf(domain: string): Promise<string | undefined> {
    const verified = { domain, verifiedAt: { $ne: null } };
    return (await this.entityManager.findOne(OrganizationDomain, verified))?.organization.id;
  }

  async remove(account: Account, organizationId: string, domainId: string, actor: Actor): Promise<void> {
    await this.access.check(account, organizationId, 'domains.manage');
    requireFreshSignIn(actor);
    await this.organizations.change(account, organizationId, ['domains.manage'], async (em) => {
      const domain = await this.find(em, organizationId, domainId);
      this.record(em, 'domain.removed', domain, account.id, actor);
      em.remove(domain);
      // Nobody signed in with a domain that was never verified.
      if (domain.verifiedAt) await this.dependents.loseDomain(em, organizationId);
    });
  }

  private async find(
    em: EntityManager,
    organizationId: string,
    domainId: string,
  ): Promise<OrganizationDomain> {
    const key = { id: domainId, organization: organizationId };
    return (await em.findOne(OrganizationDomain, key, { refresh: true })) ?? throwMissing(domainId);
  }

  private record(
    em: EntityManager,
    action: 'domain.added' | 'domain.verified' | 'domain.lost' | 'domain.removed',
    { id, domain, organization }: OrganizationDomain,
    accountId: string,
    actor: Actor,
  ): void {
    const organizationId = organization.id;
    this.audit.record(em, { action, actor, accountId, organizationId, targetId: id, details: { domain } });
  }
}

function throwMissing(domainId: string): never {
  throw new Problem('not_found', { detail: `There is no domain ${domainId}.` });
}

function notPublished(domain: string): Problem {
  return new Problem('conflict', {
    detail: `${recordName(domain)} has no TXT record with this value yet. A new record can take a few hours to be seen everywhere.`,
  });
}

function heldByAnother(domain: string): Problem {
  return new Problem('conflict', {
    detail: `Another organization has verified ${domain}, and its record is still published. Remove that record from the DNS first.`,
  });
}
