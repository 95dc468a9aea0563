import { domainOf } from '../../../core/network/index.js';
import { repeatable } from '../../../core/database/index.js';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Account, SessionsService } from '../../../accounts/index.js';
import { AttemptsService } from '../../../core/attempts/index.js';
import { AuditLogService } from '../../../core/audit/index.js';
import { guardedFetch, hostLookup } from '../../../core/outbound/index.js';
import { SecretSealerService } from '../../../core/secrets/index.js';
import { Configuration, isIssuerUrl } from '../../../core/config/index.js';
import { type Actor, Problem, requireFreshSignIn } from '../../../core/http/index.js';
import { DomainsService } from '../../domains/domains.service.js';
import { OrganizationAccessService } from '../../organization-access.service.js';
import { OrganizationDependentsService } from '../../organization-dependents.service.js';
import type { Organization } from '../../organization.entity.js';
import { OrganizationsService } from '../../organizations.service.js';
import { OpenIdProvider, SINGLE_SIGN_ON } from '../openid-provider.js';
import { SignInFailure } from '../sign-in-failure.js';
import {
  type OrganizationIssuerDto,
  type SetOrganizationIssuerDto,
  toOrganizationIssuerDto,
} from './organization-issuer.dto.js';
import { OrganizationIssuer } from './organization-issuer.entity.js';

export const NO_DOMAIN = 'The organization has no verified domain. Verify one first.';
export const NO_ISSUER = 'The organization has no identity provider.';

/** The OpenID providers of organizations, at most one each, set by their owners. */
@Injectable()
export class OrganizationIssuersService {
  private readonly fetch;

  constructor(
    private readonly entityManager: EntityManager,
    private readonly access: OrganizationAccessService,
    private readonly organizations: OrganizationsService,
    private readonly domains: DomainsService,
    private readonly sessions: SessionsService,
    private readonly sealer: SecretSealerService,
    private readonly attempts: AttemptsService,
    private readonly audit: AuditLogService,
    private readonly configuration: Configuration,
    dependents: OrganizationDependentsService,
  ) {
    const { oidcAllowedNetworks, dnsServers } = configuration;
    this.fetch = guardedFetch(oidcAllowedNetworks, hostLookup(dnsServers));
    dependents.add({
      loseDomain: (em, organizationId) => this.sessions.endOfOrganization(em, organizationId),
      loseMember: (em, organizationId, accountId) =>
        this.sessions.endOfOrganization(em, organizationId, accountId),
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
    const known = await this.find(organizationId);
    const clientSecret = wanted.client_secret ?? this.secretOf(known, wanted);
    await this.describe(organizationId, wanted, clientSecret);
    await this.change(account, organizationId, async (em, organization) => {
      await this.checkDomain(organizationId);
      const now = new Date();
      const present = await this.find(organizationId);
      const values = {
        issuer: wanted.issuer,
        clientId: wanted.client_id,
        clientSecret: this.sealer.seal(clientSecret),
        scopes: wanted.scopes!,
        groupsClaim: wanted.groups_claim ?? null,
        roles: wanted.roles!,
        defaultRole: wanted.default_role ?? null,
        signUp: wanted.sign_up!,
        updatedAt: now,
      };
      if (present) em.assign(present, values);
      else em.create(OrganizationIssuer, { ...values, organization, createdAt: now });
      await this.sessions.endOfOrganization(em, organizationId);
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
    const issuer = (await this.find(organizationId)) ?? throwMissing();
    return toOrganizationIssuerDto(issuer, {
      redirect_uri: this.redirectUri(organizationId),
      sign_in_url: `${this.configuration.publicUrl}/login?organization=${organizationId}`,
    });
  }

  async remove(account: Account, organizationId: string, actor: Actor): Promise<void> {
    await this.access.check(account, organizationId, 'issuer.manage');
    requireFreshSignIn(actor);
    await this.change(account, organizationId, async (em) => {
      const issuer = (await this.find(organizationId)) ?? throwMissing();
      em.remove(issuer);
      await this.sessions.endOfOrganization(em, organizationId);
      this.record(em, 'organization.issuer_removed', organizationId, account.id, actor, {
        issuer: issuer.issuer,
      });
    });
  }

  /** Returns null if the organization has none. */
  find(organizationId: string): Promise<OrganizationIssuer | null> {
    return this.entityManager.findOne(
      OrganizationIssuer,
      { organization: organizationId },
      { refresh: true },
    );
  }

  /** Returns the path to sign in at, if the address is in the domain of an organization with an issuer. */
  async pathFor(email: string): Promise<string | undefined> {
    const domain = domainOf(email);
    const holder = domain === undefined ? undefined : await this.domains.holderOf(domain);
    const issuer = holder === undefined ? null : await this.find(holder);
    return issuer ? `${SINGLE_SIGN_ON}/${issuer.organization.id}` : undefined;
  }

  /** Returns the provider to sign in with. */
  provider({
    organization,
    issuer,
    clientId,
    clientSecret,
    scopes,
    groupsClaim,
    updatedAt,
  }: OrganizationIssuer) {
    return this.providerOf(organization.id, {
      issuer,
      clientId,
      clientSecret: this.sealer.open(clientSecret),
      scopes,
      groupsClaim: groupsClaim ?? undefined,
      setAt: updatedAt,
    });
  }

  private providerOf(
    organizationId: string,
    settings: Omit<ConstructorParameters<typeof OpenIdProvider>[0], 'id' | 'organizationId'>,
  ): OpenIdProvider {
    return new OpenIdProvider(
      { ...settings, id: organizationId, organizationId },
      this.redirectUri(organizationId),
      this.fetch,
    );
  }

  /** Conceals the reason, which would reveal what is in the service's own network. */
  private async describe(
    organizationId: string,
    { issuer, client_id: clientId, scopes = '' }: SetOrganizationIssuerDto,
    clientSecret: string,
  ): Promise<void> {
    if (!isIssuerUrl(issuer, this.configuration.oidcAllowedNetworks.length > 0))
      throw wrong('issuer', 'must be an https URL without a query or a fragment');
    const provider = this.providerOf(organizationId, { issuer, clientId, clientSecret, scopes });
    try {
      await provider.describe();
    } catch (error) {
      if (!(error instanceof SignInFailure)) throw error;
      throw wrong(
        'issuer',
        "must be a public OpenID Connect issuer: its /.well-known/openid-configuration can't be read, or names another issuer",
      );
    }
  }

  /** A secret is only sent to the issuer that it was given for. */
  private secretOf(known: OrganizationIssuer | null, wanted: SetOrganizationIssuerDto): string {
    if (known?.issuer !== wanted.issuer || known.clientId !== wanted.client_id)
      throw wrong('client_secret', 'must be given with another issuer or client ID');
    return this.sealer.open(known.clientSecret);
  }

  private async checkDomain(organizationId: string): Promise<void> {
    if (!(await this.domains.has(organizationId))) throw new Problem('conflict', { detail: NO_DOMAIN });
  }

  /** Locks the organization and checks the permission again, where nobody else can change roles. */
  private change(
    account: Account,
    organizationId: string,
    work: (em: EntityManager, organization: Organization) => Promise<void>,
  ): Promise<void> {
    return repeatable(this.entityManager, async (em) => {
      const organization = await this.organizations.lock(em, organizationId);
      await this.access.check(account, organizationId, 'issuer.manage');
      await work(em, organization);
    });
  }

  private redirectUri(organizationId: string): string {
    return `${this.configuration.publicUrl}${SINGLE_SIGN_ON}/${organizationId}/callback`;
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

function wrong(property: string, fault: string): Problem {
  return new Problem('invalid_parameter', {
    errors: [{ pointer: `/${property}`, detail: `${property} ${fault}.` }],
  });
}
