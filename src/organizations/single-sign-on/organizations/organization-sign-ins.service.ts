import { domainOf, networkOf } from '../../../core/network/index.js';
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Account, AccountsService, IdentitiesService } from '../../../accounts/index.js';
import { AttemptsService } from '../../../core/attempts/index.js';
import { type Actor, Problem, quoted } from '../../../core/http/index.js';
import { DomainsService } from '../../domains/domains.service.js';
import { MembersService } from '../../members.service.js';
import { OrganizationAccessService } from '../../organization-access.service.js';
import { OrganizationsService } from '../../organizations.service.js';
import type { OpenIdProvider, SignedInPerson } from '../openid-provider.js';
import { SignInFailure } from '../sign-in-failure.js';
import { ISSUER_ROLES, type IssuerRole, type OrganizationIssuer } from './organization-issuer.entity.js';
import { OrganizationProvidersService } from './organization-providers.service.js';

const MOST_NAMED_GROUPS = 10;

/** Admits people from an organization's issuer, which is trusted only for its domains and its members. */
@Injectable()
export class OrganizationSignInsService {
  constructor(
    private readonly providers: OrganizationProvidersService,
    private readonly organizations: OrganizationsService,
    private readonly domains: DomainsService,
    private readonly members: MembersService,
    private readonly access: OrganizationAccessService,
    private readonly identities: IdentitiesService,
    private readonly accounts: AccountsService,
    private readonly attempts: AttemptsService,
  ) {}

  /**
   * Returns the person's account, a member with the role of their groups, in the transaction that begins the session.
   * @throws SignInFailure, and Problem if no account may be created
   */
  async enter(
    em: EntityManager,
    provider: OpenIdProvider,
    person: SignedInPerson,
    actor: Actor,
  ): Promise<Account> {
    const { claims, groups } = person;
    const organizationId = provider.settings.id;
    // Checked before anything is revealed about accounts, and again under the locks.
    await this.checkAddress(organizationId, person);
    const { signUp } = await this.issuerOf(provider);
    const known = await this.identities.find(claims);
    if (!known && !signUp) throw notMember("The person has no account, and people can't join at sign-in.");
    // The issuer's owner can invent any number of people.
    if (!known) await this.attempts.attempt('registration', networkOf(String(actor.address)));
    const { id } = known ?? (await this.identities.accountOf(claims, actor));
    const account = await this.accounts.lock(id);
    if (!account || account.role === 'admin')
      throw notMember('The account was deleted, or is that of an administrator of the service.');
    const organization = await this.organizations.lock(em, organizationId);
    const issuer = await this.issuerOf(provider);
    await this.checkAddress(organizationId, person, LockMode.PESSIMISTIC_READ);
    const role = roleOf(issuer, groups);
    const present = await this.members.roleOf(em, organization, account);
    if (present === 'owner') return account;
    if (present === undefined && !issuer.signUp)
      throw notMember("The account is no member, and people can't join at sign-in.");
    // Without a groups claim, the organization's owners decide on a member's role.
    if (present !== undefined && !issuer.groupsClaim) return account;
    if (role === undefined) throw noRole(issuer, groups);
    await this.members.assign(em, organization, account, role, actor);
    return account;
  }

  /**
   * Checks that the account may be connected to the issuer: it must be a member, not an administrator of the service,
   * and have any required factor, which may have been removed since the browser left. The caller has locked the
   * account.
   * @throws SignInFailure, and Problem factor_required
   */
  async checkConnects(
    em: EntityManager,
    provider: OpenIdProvider,
    person: SignedInPerson,
    account: Account,
  ): Promise<void> {
    const organization = await this.organizations.lock(em, provider.settings.id);
    await this.issuerOf(provider);
    await this.checkAddress(organization.id, person, LockMode.PESSIMISTIC_READ);
    const standing = (await this.access.standingsOf(account)).get(organization.id);
    if (account.role === 'admin' || !standing)
      throw notMember('The account is no member, or is that of an administrator of the service.');
    if (standing.lacksFactor) throw new Problem('factor_required');
  }

  /** Returns the issuer. Fails if it was set again since the browser left, which then came back from another one. */
  private async issuerOf({ settings }: OpenIdProvider): Promise<OrganizationIssuer> {
    const issuer = await this.providers.find(settings.id);
    if (issuer?.updatedAt.getTime() !== settings.setAt?.getTime())
      throw new SignInFailure('expired', { detail: 'The provider was set again in the meantime.' });
    return issuer!;
  }

  /** With a lock, the domain remains the organization's until the transaction ends. */
  private async checkAddress(
    organizationId: string,
    person: SignedInPerson,
    lockMode?: LockMode,
  ): Promise<void> {
    const { email, emailVerified } = person.claims;
    const domain = domainOf(email);
    const isItsOwn = domain !== undefined && (await this.domains.has(organizationId, domain, lockMode));
    if (emailVerified !== true)
      throw new SignInFailure('foreign_address', {
        detail: 'The provider does not say that the address is verified ("email_verified": true).',
        cause: person.userInfoFailure,
      });
    if (!isItsOwn)
      throw new SignInFailure('foreign_address', {
        detail: `${domain ?? 'What the provider gives as an address'} is not a verified domain of the organization.`,
      });
  }
}

function notMember(detail: string): SignInFailure {
  return new SignInFailure('not_member', { detail });
}

function noRole({ groupsClaim }: OrganizationIssuer, groups: readonly string[]): SignInFailure {
  const named = groups.slice(0, MOST_NAMED_GROUPS).map((group) => quoted(group));
  return new SignInFailure('no_role', {
    detail: groupsClaim
      ? `None of the groups in "${groupsClaim}" has a role, and there is no default role. ${groups.length} groups: ${named.join(', ')}`
      : 'There is no default role.',
  });
}

/** Returns the highest role of the person's groups, or else the default role. */
function roleOf(
  { groupsClaim, roles, defaultRole }: OrganizationIssuer,
  groups: readonly string[],
): IssuerRole | undefined {
  const given = Object.entries(groupsClaim ? roles : {})
    .filter(([group]) => groups.includes(group))
    .map(([, role]) => role);
  return ISSUER_ROLES.find((role) => given.includes(role)) ?? defaultRole ?? undefined;
}
