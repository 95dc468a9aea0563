import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Account } from '../accounts/account.entity.js';
import { Problem } from '../http/problems/problem.js';
import { Membership } from './membership.entity.js';
import { Organization } from './organization.entity.js';
import { mayAccountDo, mayDo, type OrganizationRole, type Permission } from './permissions.types.js';

/** An account, and what of it is open to who calls. */
type Viewer = Pick<Account, 'id' | 'confinedTo'>;

/** Decides by the table of permissions who may do what in an organization. */
@Injectable()
export class OrganizationAccessService {
  constructor(private readonly entityManager: EntityManager) {}

  /** The account's role in each organization that it is a member of, by the organization's id. */
  async rolesOf(account: Viewer): Promise<Map<string, OrganizationRole>> {
    const { id, confinedTo } = account;
    const memberships = await this.entityManager.find(
      Membership,
      { account: id, ...(confinedTo !== undefined && { organization: confinedTo }) },
      { refresh: true },
    );
    return new Map(memberships.map(({ organization, role }) => [organization.id, effective(role, account)]));
  }

  /** Who the members are, with the organization and its name. */
  membersOf(organizationId: string): Promise<Membership[]> {
    return this.entityManager.find(
      Membership,
      { organization: { id: organizationId, deletedAt: null } },
      { populate: ['account', 'organization.personalAccount'], refresh: true },
    );
  }

  /** The ids of the account's organizations in which its role may do it. */
  async organizationsWhere(account: Viewer, permission: Permission): Promise<string[]> {
    const roles = await this.rolesOf(account);
    return [...roles].filter(([, role]) => mayDo(permission, role)).map(([id]) => id);
  }

  /**
   * Whether the account sees the organization at all: members do, and administrators of the service.
   * @param role that of the account in the organization
   * @throws Problem forbidden where it sees it, and may not do this
   */
  admits(account: Account, role: OrganizationRole | undefined, permission: Permission): boolean {
    if (role === undefined && account.role !== 'admin') return false;
    if (mayAccountDo(permission, account, role)) return true;
    throw new Problem('forbidden', {
      detail:
        role === undefined
          ? 'Only members of the organization can do this.'
          : `Your role in the organization, ${role}, doesn't allow this.`,
    });
  }

  /** The same, with the role looked up. */
  async may(account: Account, organizationId: string, permission: Permission): Promise<boolean> {
    return this.admits(account, (await this.rolesOf(account)).get(organizationId), permission);
  }

  /**
   * @throws Problem not_found for an organization that the account doesn't see, as for a missing one; forbidden where it
   * sees it, and may not do this
   */
  async check(account: Account, organizationId: string, permission: Permission): Promise<Organization> {
    const organization = (await this.may(account, organizationId, permission))
      ? await this.entityManager.findOne(
          Organization,
          { id: organizationId, deletedAt: null },
          { populate: ['personalAccount'] },
        )
      : null;
    return organization ?? throwMissing(organizationId);
  }
}

/** An organization's issuer speaks for no owner: for what only owners may do, they sign in another way. */
function effective(role: OrganizationRole, { confinedTo }: Viewer): OrganizationRole {
  return confinedTo !== undefined && role === 'owner' ? 'admin' : role;
}

export function throwMissing(organizationId: string): never {
  throw new Problem('not_found', { detail: `There is no organization ${organizationId}.` });
}
