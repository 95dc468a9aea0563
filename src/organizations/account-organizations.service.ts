import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Account, AccountDependentsService } from '../accounts/index.js';
import { announceChange } from '../core/database/index.js';
import { Problem } from '../core/http/index.js';
import { Invitation } from './invitations/invitation.entity.js';
import { Membership } from './membership.entity.js';
import { Organization } from './organization.entity.js';
import { OrganizationsService } from './organizations.service.js';

/** Applies changes to an account to its organizations. */
@Injectable()
export class AccountOrganizationsService {
  constructor(
    dependents: AccountDependentsService,
    private readonly entityManager: EntityManager,
    private readonly organizations: OrganizationsService,
  ) {
    dependents.add({
      organizationsOf: (accountIds) => this.organizationsOf(accountIds),
      beginAccount: (em, account, now) => this.organizations.addPersonal(em, account, now),
      changeStatus: (em, account) => this.changeStatus(em, account),
    });
  }

  /** One query for all of the accounts. */
  private async organizationsOf(accountIds: string[]): Promise<Map<string, { id: string; name: string }[]>> {
    const memberships = await this.entityManager.find(
      Membership,
      { account: { $in: accountIds }, organization: { deletedAt: null } },
      { populate: ['organization.personalAccount'], refresh: true },
    );
    memberships.sort((one, other) => one.organization.title().localeCompare(other.organization.title()));
    const byAccount = Map.groupBy(memberships, ({ account }) => account.id);
    return new Map(
      [...byAccount].map(([accountId, of]) => [
        accountId,
        of.map(({ organization }) => ({ id: organization.id, name: organization.title() })),
      ]),
    );
  }

  /** An organization without an active owner is inactive: the keys of its clients are refused. */
  private async changeStatus(em: EntityManager, account: Account): Promise<void> {
    const owned = await this.lockAll(em, { account: account.id, role: 'owner' });
    for (const organization of owned) {
      organization.isActive =
        account.status === 'active' || (await this.hasOtherOwner(em, organization, account.id));
      await announceChange(em, { kind: 'organization', id: organization.id });
    }
  }

  /**
   * Removes the account from its organizations, and ends those without other members.
   * @throws Problem conflict if one with other members is its personal organization or has no other owner who can sign
   * in
   */
  async endAccount(em: EntityManager, { id: accountId }: Account): Promise<void> {
    const ending: Organization[] = [];
    for (const organization of await this.lockAll(em, { account: accountId })) {
      const members = await em.find(Membership, { organization }, { refresh: true });
      const others = members.filter(({ account }) => account.id !== accountId);
      const isPersonal = organization.personalAccount?.id === accountId;
      if (others.length === 0) ending.push(organization);
      else if (isPersonal || !(await this.hasOtherOwner(em, organization, accountId)))
        throw ownerOfShared(organization);
      else await em.nativeDelete(Membership, { organization, account: accountId });
      await em.nativeDelete(Invitation, { organization, invitedBy: accountId });
    }
    await this.organizations.end(em, ending);
  }

  /** Returns whether another owner can sign in. */
  private async hasOtherOwner(
    em: EntityManager,
    organization: Organization,
    accountId: string,
  ): Promise<boolean> {
    const account = { status: 'active' as const, id: { $ne: accountId } };
    return (await em.count(Membership, { organization, role: 'owner', account })) > 0;
  }

  /** Locks in a fixed order to prevent deadlocks. */
  private async lockAll(
    em: EntityManager,
    which: { account: string; role?: 'owner' },
  ): Promise<Organization[]> {
    const memberships = await em.find(Membership, which, { refresh: true });
    return em.find(
      Organization,
      { id: { $in: memberships.map(({ organization }) => organization.id) }, deletedAt: null },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, orderBy: { id: 'asc' } },
    );
  }
}

function ownerOfShared({ id, personalAccount }: Organization): Problem {
  const wayOut = personalAccount
    ? 'Remove its other members first.'
    : 'Make another member an owner, or delete the organization, first.';
  return new Problem('conflict', {
    detail: `The account is the only owner of the organization ${id}, which has other members. ${wayOut}`,
  });
}
