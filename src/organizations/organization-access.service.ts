import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Account } from '../accounts/account.entity.js';
import { FactorChecksService } from '../factors/factor-checks.service.js';
import { Problem } from '../http/problems/problem.js';
import { Membership } from './membership.entity.js';
import { Organization } from './organization.entity.js';
import {
  mayAccountDo,
  mayDo,
  type OrganizationRole,
  type Permission,
  PERMISSION_NAMES,
  type Standing,
} from './permissions.types.js';

/** An account, and what of it is open to who calls. */
type Viewer = Pick<Account, 'id' | 'confinedTo'>;

/** Decides by the table of permissions who may do what in an organization. */
@Injectable()
export class OrganizationAccessService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly factors: FactorChecksService,
  ) {}

  /**
   * What the account is in each organization that it is a member of, by the organization's id. A session that the
   * organization's own identity provider began needs no second factor here: whether to ask for one is that provider's to say.
   */
  async standingsOf(account: Viewer): Promise<Map<string, Standing>> {
    const { id, confinedTo } = account;
    const memberships = await this.entityManager.find(
      Membership,
      { account: id, ...(confinedTo !== undefined && { organization: confinedTo }) },
      { populate: ['organization'], refresh: true },
    );
    const isAsked =
      confinedTo === undefined && memberships.some(({ organization }) => organization.requireFactor);
    const lacksFactor = isAsked && !(await this.factors.has(id));
    return new Map(
      memberships.map(({ organization, role }) => [
        organization.id,
        { role: effective(role, account), lacksFactor: lacksFactor && organization.requireFactor },
      ]),
    );
  }

  /** Who the members are, with the organization and its name. Those who lack a factor are told what the others are. */
  membersOf(organizationId: string): Promise<Membership[]> {
    return this.entityManager.find(
      Membership,
      { organization: { id: organizationId, deletedAt: null } },
      { populate: ['account', 'organization.personalAccount'], refresh: true },
    );
  }

  /** The ids of the account's organizations in which it may do it. */
  async organizationsWhere(account: Viewer, permission: Permission): Promise<string[]> {
    const standings = await this.standingsOf(account);
    return [...standings]
      .filter(([, standing]) => mayAccountDo(permission, { role: 'member' }, standing))
      .map(([id]) => id);
  }

  /** The ids of the organizations of whose clients and keys the account may be told: a message opens nothing. */
  async organizationsTelling(accountId: string, permission: Permission): Promise<string[]> {
    const standings = await this.standingsOf({ id: accountId });
    return [...standings].filter(([, { role }]) => mayDo(permission, role)).map(([id]) => id);
  }

  /**
   * Whether the account sees the organization at all: members do, and administrators of the service.
   * @param standing that of the account in the organization
   * @throws Problem where it sees it, and may not do this: factor_required or forbidden
   */
  admits(account: Account, standing: Standing | undefined, permission: Permission): boolean {
    if (standing === undefined && account.role !== 'admin') return false;
    if (mayAccountDo(permission, account, standing)) return true;
    if (standing?.lacksFactor) throw new Problem('factor_required');
    throw new Problem('forbidden', {
      detail:
        standing === undefined
          ? 'Only members of the organization can do this.'
          : `Your role in the organization, ${standing.role}, doesn't allow this.`,
    });
  }

  /** The same, with the standing looked up. */
  async may(account: Account, organizationId: string, permission: Permission): Promise<boolean> {
    return this.admits(account, (await this.standingsOf(account)).get(organizationId), permission);
  }

  /** All that the account may do in the organization. */
  async permissionsOf(account: Account, organizationId: string): Promise<Permission[]> {
    const standing = (await this.standingsOf(account)).get(organizationId);
    return PERMISSION_NAMES.filter((permission) => mayAccountDo(permission, account, standing));
  }

  /**
   * @throws Problem not_found for an organization that the account doesn't see, as for a missing one; factor_required or
   * forbidden where it sees it, and may not do this
   */
  async check(account: Account, organizationId: string, permission: Permission): Promise<Organization> {
    const isSeen = await this.may(account, organizationId, permission);
    return this.find(organizationId, isSeen);
  }

  /**
   * The organization with the account's standing in it; a member who lacks a factor sees that much.
   * @throws Problem not_found as `check` does
   */
  async see(
    account: Account,
    organizationId: string,
  ): Promise<{ organization: Organization; standing: Standing | undefined }> {
    const standing = (await this.standingsOf(account)).get(organizationId);
    const isSeen = standing !== undefined || account.role === 'admin';
    return { organization: await this.find(organizationId, isSeen), standing };
  }

  private async find(organizationId: string, isSeen: boolean): Promise<Organization> {
    const organization = isSeen
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
