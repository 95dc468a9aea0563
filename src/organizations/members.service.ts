import { EntityManager } from '@mikro-orm/postgresql';
import { repeatable } from '../core/database/index.js';
import { Injectable } from '@nestjs/common';
import { type Account, AccountsService, FactorChecksService, emailKeys } from '../accounts/index.js';
import { AuditLogService } from '../core/audit/index.js';
import { type Actor, type Page, type PageQueryDto, Problem, readPage } from '../core/http/index.js';
import { type MemberDto, toMemberDto } from './member.dto.js';
import { Invitation } from './invitations/invitation.entity.js';
import { Membership } from './membership.entity.js';
import { OrganizationAccessService } from './organization-access.service.js';
import { OrganizationDependentsService } from './organization-dependents.service.js';
import type { Organization } from './organization.entity.js';
import { OrganizationsService } from './organizations.service.js';
import type { OrganizationRole, Permission } from './permissions.js';

export const LAST_OWNER = {
  conflict: 'An organization needs an owner who can sign in. Make another member an owner first.',
};

@Injectable()
export class MembersService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly accounts: AccountsService,
    private readonly access: OrganizationAccessService,
    private readonly factors: FactorChecksService,
    private readonly organizations: OrganizationsService,
    private readonly dependents: OrganizationDependentsService,
    private readonly audit: AuditLogService,
  ) {}

  async list(viewer: Account, organizationId: string, page: PageQueryDto): Promise<Page<MemberDto>> {
    await this.access.check(viewer, organizationId, 'organization.read');
    const seesFactors = (await this.access.permissionsOf(viewer, organizationId)).includes('members.manage');
    const find = async ({ before, limit }: { before?: string; limit: number }) => {
      const memberships = await this.entityManager.find(
        Membership,
        { organization: organizationId, ...(before !== undefined && { account: { id: { $lt: before } } }) },
        { orderBy: { account: { id: 'desc' } }, limit, populate: ['account'], refresh: true },
      );
      return memberships.map((membership) => ({ id: membership.account.id, membership }));
    };
    const { data, next_cursor } = await readPage(page, 'acc', find, ({ membership }) => membership);
    const withFactor = seesFactors
      ? await this.factors.among(data.map(({ account }) => account.id))
      : undefined;
    return { data: data.map((membership) => toMemberDto(membership, withFactor)), next_cursor };
  }

  /** Returns which of the accounts are members of any of the organizations. */
  async among(accountIds: string[], organizationIds: string[]): Promise<Set<string>> {
    const found = await this.entityManager.find(Membership, {
      organization: { $in: organizationIds },
      account: { $in: accountIds },
    });
    return new Set(found.map(({ account }) => account.id));
  }

  /** To hand an organization over, an owner makes another member an owner. */
  async changeRole(
    account: Account,
    organizationId: string,
    memberId: string,
    role: OrganizationRole,
    actor: Actor,
  ): Promise<MemberDto> {
    await this.access.check(account, organizationId, 'organization.read');
    return this.change(organizationId, memberId, async (em, organization, member) => {
      const from = member.role;
      const isOfOwners = from === 'owner' || role === 'owner';
      await this.access.check(account, organizationId, isOfOwners ? 'owners.manage' : 'members.manage');
      if (isOfOwners && organization.personalAccount) throw personal();
      if (from !== role) {
        member.role = role;
        await this.keepAnOwner(em, organization, from);
        await this.endInvitationsOf(em, member, actor);
        this.record(em, 'organization.member_updated', organizationId, memberId, actor, {
          role: { from, to: role },
        });
      }
      return toMemberDto(member, await this.factors.among([memberId]));
    });
  }

  /** Members can remove themselves. */
  async remove(account: Account, organizationId: string, memberId: string, actor: Actor): Promise<void> {
    // A member who lacks a required factor can leave, but learns nothing about the other members.
    if (memberId === account.id) await this.access.see(account, organizationId);
    else await this.access.check(account, organizationId, 'organization.read');
    return this.change(organizationId, memberId, async (em, organization, member) => {
      const { role } = member;
      await this.access.check(account, organizationId, permissionToRemove(account, member));
      if (role === 'owner' && organization.personalAccount) throw personal();
      em.remove(member);
      await this.dependents.loseMember(em, organizationId, memberId);
      await this.keepAnOwner(em, organization, role);
      await this.endInvitationsOf(em, member, actor);
      this.record(em, 'organization.member_removed', organizationId, memberId, actor, { role });
    });
  }

  /** Returns undefined for an account that isn't a member. */
  async roleOf(
    em: EntityManager,
    organization: Organization,
    account: Account,
  ): Promise<OrganizationRole | undefined> {
    return (await em.findOne(Membership, { organization, account }, { refresh: true }))?.role;
  }

  /** Makes an account a member, or changes the role of a member who isn't an owner. The caller has locked both. */
  async assign(
    em: EntityManager,
    organization: Organization,
    account: Account,
    role: Exclude<OrganizationRole, 'owner'>,
    actor: Actor,
  ): Promise<void> {
    const member = await em.findOne(Membership, { organization, account }, { refresh: true });
    if (!member) {
      em.create(Membership, { organization, account, role, joinedAt: new Date() });
      this.record(em, 'organization.member_added', organization.id, account.id, actor, { role });
    } else if (member.role !== role) {
      const from = member.role;
      member.role = role;
      await this.endInvitationsOf(em, member, actor);
      const details = { role: { from, to: role } };
      this.record(em, 'organization.member_updated', organization.id, account.id, actor, details);
    }
  }

  /**
   * Locks the organization, where nobody else can change roles. If two owners leave at the same time, the second finds
   * that it is the last. Which permission is needed depends on the member, so the work checks it.
   */
  private async change<T>(
    organizationId: string,
    memberId: string,
    work: (em: EntityManager, organization: Organization, member: Membership) => Promise<T>,
  ): Promise<T> {
    return repeatable(this.entityManager, async (em) => {
      // Keeps the member from being disabled in the meantime. All code locks accounts before organizations.
      await this.accounts.lock(memberId);
      const organization = await this.organizations.lock(em, organizationId);
      const member = await em.findOne(
        Membership,
        { organization: organizationId, account: memberId },
        { populate: ['account'], refresh: true },
      );
      if (!member) throw new Problem('not_found', { detail: `The organization has no member ${memberId}.` });
      return work(em, organization, member);
    });
  }

  private async keepAnOwner(em: EntityManager, organization: Organization, lost: OrganizationRole) {
    if (lost !== 'owner') return;
    await em.flush();
    const owners = await em.count(Membership, {
      organization,
      role: 'owner',
      account: { status: 'active' },
    });
    if (owners === 0) throw new Problem('conflict', { detail: LAST_OWNER.conflict });
  }

  /**
   * Deletes the invitations that the member sent, or that their address received: they could restore the former role.
   */
  private async endInvitationsOf(
    em: EntityManager,
    { organization, account }: Membership,
    actor: Actor,
  ): Promise<void> {
    const invitations = await em.find(
      Invitation,
      { organization, $or: [{ invitedBy: account.id }, { emailKey: { $in: emailKeys(account.email) } }] },
      { refresh: true },
    );
    for (const invitation of invitations) {
      em.remove(invitation);
      this.audit.record(em, {
        action: 'invitation.deleted',
        actor,
        accountId: account.id,
        organizationId: organization.id,
        targetId: invitation.id,
        details: { role: invitation.role },
      });
    }
  }

  private record(
    em: EntityManager,
    action: 'organization.member_added' | 'organization.member_updated' | 'organization.member_removed',
    organizationId: string,
    accountId: string,
    actor: Actor,
    details: Record<string, unknown>,
  ): void {
    this.audit.record(em, { action, actor, accountId, organizationId, targetId: accountId, details });
  }
}

/** A session from an organization's issuer isn't an owner's, so it can't give up an owner's role. */
function permissionToRemove({ id, confinedTo }: Account, { account: removed, role }: Membership): Permission {
  const isOfOwner = role === 'owner';
  if (removed.id === id && !(isOfOwner && confinedTo !== undefined)) return 'organization.leave';
  return isOfOwner ? 'owners.manage' : 'members.manage';
}

function personal(): Problem {
  return new Problem('conflict', {
    detail: 'A personal organization is owned only by its own account.',
  });
}
