import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Account, FactorChecksService } from '../accounts/index.js';
import { FeatureSet } from '../core/features/index.js';
import { Problem } from '../core/http/index.js';
import { Membership } from './membership.entity.js';
import { Organization } from './organization.entity.js';
import { allows, type OrganizationRole, type Permission, type Standing } from './permissions.js';

/** An account, and the organization that the caller is confined to, if any. */
type Viewer = Pick<Account, 'id' | 'confinedTo'>;

/** What a member who lacks a required factor can still do. */
const WITHOUT_FACTOR: readonly Permission[] = ['organization.leave'];

/** Decides who may do what in an organization, according to the permissions of all features. */
@Injectable()
export class OrganizationAccessService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly factors: FactorChecksService,
    private readonly features: FeatureSet,
  ) {}

  /** @param role the role in the organization; undefined for an administrator of the service who isn't a member */
  mayDo(permission: Permission, role: OrganizationRole | undefined): boolean {
    return allows(this.features.permissions.get(permission)!, role);
  }

  /**
   * An administrator of the service loses nothing by being a member.
   * @param standing the account's standing; undefined if it isn't a member
   */
  private mayAccountDo(
    permission: Permission,
    account: Pick<Account, 'role'>,
    standing: Standing | undefined,
  ): boolean {
    const mayMember =
      standing !== undefined &&
      this.mayDo(permission, standing.role) &&
      (!standing.lacksFactor || WITHOUT_FACTOR.includes(permission));
    return mayMember || (account.role === 'admin' && this.mayDo(permission, undefined));
  }

  /**
   * Returns the account's standing in each organization that it is a member of, by the organization's id. A session
   * from the organization's own identity provider needs no second factor here: whether to ask for one is up to that
   * provider.
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

  /** Returns the members, with the organization and its name loaded. Includes members who lack a required factor. */
  membersOf(organizationId: string): Promise<Membership[]> {
    return this.entityManager.find(
      Membership,
      { organization: { id: organizationId, deletedAt: null } },
      { populate: ['account', 'organization.personalAccount'], refresh: true },
    );
  }

  /** Returns the ids of the organizations in which the account has the permission. */
  async organizationsWhere(account: Viewer, permission: Permission): Promise<string[]> {
    const standings = await this.standingsOf(account);
    return [...standings]
      .filter(([, standing]) => this.mayAccountDo(permission, { role: 'member' }, standing))
      .map(([id]) => id);
  }

  /**
   * Returns the ids of the organizations whose notices the account may get. A message gives no access, so factors don't
   * matter.
   */
  async organizationsTelling(accountId: string, permission: Permission): Promise<string[]> {
    const standings = await this.standingsOf({ id: accountId });
    return [...standings].filter(([, { role }]) => this.mayDo(permission, role)).map(([id]) => id);
  }

  /**
   * Returns whether the account can see the organization at all: members and administrators of the service can.
   * @param standing the account's standing in the organization
   * @throws Problem factor_required or forbidden if it can see the organization, but lacks the permission
   */
  admits(account: Account, standing: Standing | undefined, permission: Permission): boolean {
    if (standing === undefined && account.role !== 'admin') return false;
    if (this.mayAccountDo(permission, account, standing)) return true;
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

  /** Returns all permissions that the account has in the organization. */
  async permissionsOf(account: Account, organizationId: string): Promise<Permission[]> {
    return this.permissionsWith(account, (await this.standingsOf(account)).get(organizationId));
  }

  /** The same, for a standing that is known. */
  permissionsWith(account: Account, standing: Standing | undefined): Permission[] {
    const permissions = [...this.features.permissions.keys()];
    return permissions.filter((permission) => this.mayAccountDo(permission, account, standing));
  }

  /**
   * Returns the organization.
   * @throws Problem not_found if there is none or the account can't see it; factor_required or forbidden if it can see
   * it, but lacks the permission
   */
  async check(account: Account, organizationId: string, permission: Permission): Promise<Organization> {
    const isSeen = await this.may(account, organizationId, permission);
    return this.find(organizationId, isSeen);
  }

  /**
   * Returns the organization with the account's standing in it, even for a member who lacks a required factor.
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

/** An organization's issuer doesn't vouch for owners. What only owners may do requires another way to sign in. */
function effective(role: OrganizationRole, { confinedTo }: Viewer): OrganizationRole {
  return confinedTo !== undefined && role === 'owner' ? 'admin' : role;
}

export function throwMissing(organizationId: string): never {
  throw new Problem('not_found', { detail: `There is no organization ${organizationId}.` });
}
