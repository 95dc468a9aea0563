import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Problem, idPattern } from '../../core/http/index.js';
import { Configuration } from '../../core/config/index.js';
import { SignInMethodsService } from '../../accounts/index.js';
import { OrganizationProvidersService } from './organizations/organization-providers.service.js';
import { OpenIdProvider, SINGLE_SIGN_ON } from './openid-provider.js';

/**
 * Looks up the configured providers, each with a button on the sign-in page, and those of organizations. None is
 * contacted before somebody uses it.
 */
@Injectable()
export class IdentityProvidersService implements OnModuleInit {
  private readonly providers: ReadonlyMap<string, OpenIdProvider>;

  constructor(
    private readonly methods: SignInMethodsService,
    private readonly ofOrganizations: OrganizationProvidersService,
    private readonly configuration: Configuration,
  ) {
    const { identityProviders, publicUrl } = configuration;
    this.providers = new Map(
      identityProviders.map((settings) => [
        settings.id,
        new OpenIdProvider(settings, `${publicUrl}${SINGLE_SIGN_ON}/${settings.id}/callback`, fetch),
      ]),
    );
  }

  onModuleInit(): void {
    for (const { id, button, issuer } of this.configuration.identityProviders)
      this.methods.add({ id, title: button, url: `${SINGLE_SIGN_ON}/${id}`, issuer });
  }

  /**
   * @param id the id of a configured provider, or of the organization whose provider it is
   * @throws Problem not_found
   */
  async get(id: string): Promise<OpenIdProvider> {
    const provider = this.providers.get(id);
    if (provider) return provider;
    const issuer = idPattern('org').test(id) ? await this.ofOrganizations.find(id) : null;
    if (!issuer) throw noSuchProvider();
    return this.ofOrganizations.provider(issuer);
  }
}

export function noSuchProvider(): Problem {
  return new Problem('not_found', { detail: 'There is no such identity provider.' });
}
