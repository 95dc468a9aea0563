import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Configuration, isIssuerUrl } from '../../../core/config/index.js';
import { Problem } from '../../../core/http/index.js';
import { domainOf } from '../../../core/network/index.js';
import { guardedFetch, hostLookup } from '../../../core/outbound/index.js';
import { SecretSealerService } from '../../../core/secrets/index.js';
import { DomainsService } from '../../domains/domains.service.js';
import type { Organization } from '../../organization.entity.js';
import { OpenIdProvider, SINGLE_SIGN_ON } from '../openid-provider.js';
import { SignInFailure } from '../sign-in-failure.js';
import type { SetOrganizationIssuerDto } from './organization-issuer.dto.js';
import { OrganizationIssuer } from './organization-issuer.entity.js';

/** The OpenID providers of organizations, with their secrets and the connection to them. */
@Injectable()
export class OrganizationProvidersService {
  private readonly fetch;

  constructor(
    private readonly entityManager: EntityManager,
    private readonly domains: DomainsService,
    private readonly sealer: SecretSealerService,
    private readonly configuration: Configuration,
  ) {
    const { oidcAllowedNetworks, dnsServers } = configuration;
    this.fetch = guardedFetch(oidcAllowedNetworks, hostLookup(dnsServers));
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

  /**
   * Reads the issuer's metadata.
   * @throws Problem invalid_parameter, which conceals the reason: it would reveal what is in the service's own network
   */
  async check(
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

  /** Returns the stored secret, which is only sent to the issuer that it was given for. */
  async secretFor(organizationId: string, wanted: SetOrganizationIssuerDto): Promise<string> {
    const known = await this.find(organizationId);
    if (known?.issuer !== wanted.issuer || known.clientId !== wanted.client_id)
      throw wrong('client_secret', 'must be given with another issuer or client ID');
    return this.sealer.open(known.clientSecret);
  }

  /** Sets or replaces the provider. The caller has locked the organization. */
  async store(
    em: EntityManager,
    organization: Organization,
    wanted: SetOrganizationIssuerDto,
    clientSecret: string,
  ): Promise<void> {
    const now = new Date();
    const present = await this.find(organization.id);
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
  }

  /** Returns the addresses to register at the provider, and to sign in at. */
  addressesOf(organizationId: string): { redirect_uri: string; sign_in_url: string } {
    return {
      redirect_uri: this.redirectUri(organizationId),
      sign_in_url: `${this.configuration.publicUrl}/login?organization=${organizationId}`,
    };
  }

  private redirectUri(organizationId: string): string {
    return `${this.configuration.publicUrl}${SINGLE_SIGN_ON}/${organizationId}/callback`;
  }
}

function wrong(property: string, fault: string): Problem {
  return new Problem('invalid_parameter', {
    errors: [{ pointer: `/${property}`, detail: `${property} ${fault}.` }],
  });
}
