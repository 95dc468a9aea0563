import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Account, AccountsService, FactorChecksService } from '../accounts/index.js';
import { AuditLogService } from '../core/audit/index.js';
import {
  type Actor,
  type Page,
  Problem,
  givenLimits,
  newId,
  readPage,
  requireFreshSignIn,
} from '../core/http/index.js';
import { startOfUtcDay } from '../core/time/index.js';
import { Configuration, type RateLimits } from '../core/config/index.js';
import { announceChange, deleteInOrder, repeatable } from '../core/database/index.js';
import { FeatureHooks } from '../core/features/index.js';
import { OrganizationDomain } from './domains/domain.entity.js';
import { Invitation } from './invitations/invitation.entity.js';
import { LimitPolicyService } from './limit-policy.service.js';
import { Membership } from './membership.entity.js';
import { OrganizationAccessService, throwMissing } from './organization-access.service.js';
import {
  type CreateOrganizationDto,
  type OrganizationDto,
  type OrganizationPageQueryDto,
  type OrganizationQuotaDto,
  toOrganizationDto,
  type UpdateOrganizationDto,
} from './organization.dto.js';
import { Organization } from './organization.entity.js';
import type { Permission, Standing } from './permissions.js';

export const PERSONAL_REQUIRES_NO_FACTOR = "A personal organization can't require a second factor.";
const OWNER_LACKS_FACTOR = 'Add a second factor to your own account first.';

@Injectable()
export class OrganizationsService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly accounts: AccountsService,
    private readonly access: OrganizationAccessService,
    private readonly factors: FactorChecksService,
    private readonly hooks: FeatureHooks,
    private readonly policy: LimitPolicyService,
    private readonly configuration: Configuration,
    private readonly audit: AuditLogService,
  ) {}

  /** The account that creates an organization is its owner. */
  async create(account: Account, { name }: CreateOrganizationDto, actor: Actor): Promise<OrganizationDto> {
    const organization = await repeatable(this.entityManager, async (em) => {
      const creator = await this.accounts.lock(account.id);
      // The account was deleted in the meantime, and its session with it.
      if (!creator) throw new Problem('unauthenticated', { headers: { 'www-authenticate': 'Session' } });
      const now = new Date();
      const { limit, remaining } = await this.quotaOf(em, account.id, now);
      if (remaining === 0) {
        throw new Problem('conflict', {
          detail: `An account can create ${limit} organizations. Deleted organizations count until the UTC day ends.`,
        });
      }
      const created = this.add(em, creator, { name, personalAccount: null }, now);
      this.record(em, 'organization.created', created.id, account.id, actor, { name });
      return created;
    });
    return this.toDto(organization, account, { role: 'owner', lacksFactor: false });
  }

  /** Adds the personal organization of a new account, in the transaction that creates the account. */
  addPersonal(em: EntityManager, account: Account, now: Date): void {
    this.add(em, account, { name: null, personalAccount: account }, now);
  }

  /**
   * Lists the organizations that the viewer is a member of or, for an administrator, those of any account.
   * @throws Problem forbidden if a member asks for another account's
   */
  async list(
    viewer: Account,
    { account_id = viewer.id, ...page }: OrganizationPageQueryDto,
  ): Promise<Page<OrganizationDto>> {
    if (account_id !== viewer.id && viewer.role !== 'admin') {
      throw new Problem('forbidden', {
        detail: "Only administrators can list other accounts' organizations.",
      });
    }
    const listed = account_id === viewer.id ? viewer : { id: account_id };
    const ids = [...(await this.access.standingsOf(listed)).keys()];
    const standings = await this.access.standingsOf(viewer);
    const find = ({ before, limit }: { before?: string; limit: number }) =>
      this.entityManager.find(
        Organization,
        { $and: [{ id: { $in: ids } }, before === undefined ? {} : { id: { $lt: before } }] },
        { orderBy: { id: 'desc' }, limit, populate: ['personalAccount'] },
      );
    return readPage(page, 'org', find, (organization) =>
      this.toDto(organization, viewer, standings.get(organization.id)),
    );
  }

  /** Returns how many more organizations the account can create. */
  quota(account: Account): Promise<OrganizationQuotaDto> {
    return this.quotaOf(this.entityManager, account.id, new Date());
  }

  async get(viewer: Account, organizationId: string): Promise<OrganizationDto> {
    const { organization, standing } = await this.access.see(viewer, organizationId);
    return this.toDto(organization, viewer, standing);
  }

  /** A personal organization takes its name from its account, so renaming it updates the account. */
  async update(
    account: Account,
    organizationId: string,
    { name, rate_limits, require_factor }: UpdateOrganizationDto,
    actor: Actor,
  ): Promise<OrganizationDto> {
    const { personalAccount: owner } = await this.access.check(account, organizationId, 'organization.read');
    if (name !== undefined) await this.access.check(account, organizationId, 'organization.update');
    if (rate_limits) await this.access.check(account, organizationId, 'limits.change');
    if (require_factor !== undefined) {
      await this.access.check(account, organizationId, 'factors.require');
      requireFreshSignIn(actor);
      if (require_factor && owner) throw new Problem('conflict', { detail: PERSONAL_REQUIRES_NO_FACTOR });
    }
    if (name !== undefined && owner) await this.accounts.update(owner.id, { organization: name }, actor);
    await repeatable(this.entityManager, async (em) => {
      // Nobody can remove the last factor of a locked account in the meantime.
      if (require_factor !== undefined) await this.accounts.lock(account.id);
      const organization = await this.lock(em, organizationId);
      if (require_factor !== undefined) {
        await this.access.check(account, organizationId, 'factors.require');
        if (require_factor && !(await this.factors.has(account.id)))
          throw new Problem('factor_required', { detail: OWNER_LACKS_FACTOR });
        organization.requireFactor = require_factor;
      }
      if (name !== undefined && !owner) organization.name = name;
      if (rate_limits) {
        organization.rateLimits = withLimits(organization.rateLimits, rate_limits);
        await announceChange(em, { kind: 'organization', id: organizationId });
      }
      organization.updatedAt = new Date();
      const details = { name, rate_limits: rate_limits && givenLimits(rate_limits), require_factor };
      this.record(em, 'organization.updated', organizationId, account.id, actor, details);
    });
    return this.get(account, organizationId);
  }

  /** Irreversible. Ends its clients and their keys. */
  async delete(account: Account, organizationId: string, actor: Actor): Promise<void> {
    await this.change(account, organizationId, ['organization.delete'], async (em, organization) => {
      if (organization.personalAccount) {
        throw new Problem('conflict', {
          detail: "A personal organization can't be deleted separately. Delete its account instead.",
        });
      }
      this.record(em, 'organization.deleted', organizationId, account.id, actor, { name: organization.name });
      await this.end(em, [organization]);
    });
  }

  /** Ends locked organizations and everything in them. */
  async end(em: EntityManager, organizations: readonly Organization[]): Promise<void> {
    const now = new Date();
    const ids = organizations.map(({ id }) => id);
    for (const ending of organizations) {
      if (!ending.personalAccount) ending.name = 'Deleted organization';
      ending.deletedAt = ending.updatedAt = now;
    }
    const organization = { $in: ids };
    await em.nativeDelete(Membership, { organization });
    await em.nativeDelete(Invitation, { organization });
    await deleteInOrder(em, OrganizationDomain, { organization });
    await this.hooks.endOrganizations(em, organizations);
    for (const id of ids) await announceChange(em, { kind: 'organization', id });
  }

  /**
   * Changes an organization in a transaction that may run again: it is locked, and the permissions are checked under the
   * lock, where nobody else can change roles. They are checked before, too, so that only members wait for the lock.
   */
  async change<T>(
    account: Account,
    organizationId: string,
    permissions: readonly Permission[],
    work: (em: EntityManager, organization: Organization) => Promise<T>,
  ): Promise<T> {
    const check = async () => {
      for (const permission of permissions) await this.access.check(account, organizationId, permission);
    };
    await check();
    return repeatable(this.entityManager, async (em) => {
      const organization = await this.lock(em, organizationId);
      await check();
      return work(em, organization);
    });
  }

  /** Locks the organization for update until the transaction ends. Accounts must be locked before. */
  async lock(em: EntityManager, organizationId: string): Promise<Organization> {
    const organization = await em.findOne(
      Organization,
      { id: organizationId, deletedAt: null },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    return organization ?? throwMissing(organizationId);
  }

  /** Returns the limits for all clients of the organization together; null if there are none. */
  async limitsOf(organizationId: string): Promise<RateLimits | null> {
    return (await this.limitsAmong([organizationId])).get(organizationId) ?? null;
  }

  /** Returns the limits of those of the organizations that have any. Uses no entities: there may be very many. */
  async limitsAmong(organizationIds: readonly string[]): Promise<Map<string, RateLimits>> {
    const organizations = await this.entityManager.execute<{ id: string; rateLimits: RateLimits | null }[]>(
      `select id, rate_limits as "rateLimits" from organizations
       where id in (select jsonb_array_elements_text(?::jsonb)) and deleted_at is null`,
      [JSON.stringify(organizationIds)],
    );
    return this.policy.limitsOf(organizations);
  }

  /** Returns the id of the account's personal organization. */
  async personalIdOf(accountId: string): Promise<string> {
    const { id } = await this.entityManager.findOneOrFail(Organization, { personalAccount: accountId });
    return id;
  }

  private toDto(
    organization: Organization,
    viewer: Account,
    standing: Standing | undefined,
  ): OrganizationDto {
    return toOrganizationDto(organization, this.access.permissionsWith(viewer, standing), standing);
  }

  private add(
    em: EntityManager,
    creator: Account,
    given: { name: string | null; personalAccount: Account | null },
    now: Date,
  ): Organization {
    const organization = em.create(
      Organization,
      {
        id: newId('org'),
        createdBy: creator.id,
        isActive: true,
        createdAt: now,
        updatedAt: now,
        deletedAt: null,
        ...given,
      },
      { persist: true },
    );
    em.create(
      Membership,
      { organization, account: creator, role: 'owner', joinedAt: now },
      { persist: true },
    );
    return organization;
  }

  /** Organizations deleted today still count, so that deleting them doesn't restore the quota. */
  private async quotaOf(em: EntityManager, accountId: string, now: Date): Promise<OrganizationQuotaDto> {
    const count = await em.count(Organization, {
      createdBy: accountId,
      personalAccount: null,
      $or: [{ deletedAt: null }, { deletedAt: { $gte: startOfUtcDay(now) } }],
    });
    const limit = this.configuration.maxOrganizationsPerAccount;
    return { limit, remaining: Math.max(0, limit - count) };
  }

  private record(
    em: EntityManager,
    action: 'organization.created' | 'organization.updated' | 'organization.deleted',
    organizationId: string,
    accountId: string,
    actor: Actor,
    details: Record<string, unknown>,
  ): void {
    this.audit.record(em, { action, actor, accountId, organizationId, targetId: organizationId, details });
  }
}

/** Returns null if no limit is left, so that requests can skip the check. */
function withLimits(present: RateLimits | null | undefined, asked: Partial<RateLimits>): RateLimits | null {
  const none = { second: null, minute: null, hour: null, day: null };
  const limits = { ...none, ...present, ...givenLimits(asked) };
  return Object.values(limits).some((limit) => limit !== null) ? limits : null;
}
