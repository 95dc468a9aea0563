import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Configuration } from '../config/configuration.js';
import { Problem } from '../http/problems/problem.js';
import { SignInMethodsService } from '../sessions/sign-in-methods.service.js';
import { OpenIdProvider } from './openid-provider.js';

const PATH = '/v1/sessions/oidc';

/** The providers that the settings name, each with a button on the sign-in page. None is asked before somebody uses it. */
@Injectable()
export class IdentityProvidersService implements OnModuleInit {
  private readonly providers: ReadonlyMap<string, OpenIdProvider>;

  constructor(
    private readonly methods: SignInMethodsService,
    { identityProviders, publicUrl }: Configuration,
  ) {
    this.providers = new Map(
      identityProviders.map((settings) => [
        settings.id,
        new OpenIdProvider(settings, `${publicUrl}${PATH}/${settings.id}/callback`, fetch),
      ]),
    );
  }

  onModuleInit(): void {
    for (const [id, { settings }] of this.providers)
      this.methods.add({ id, title: settings.button, url: `${PATH}/${id}` });
  }

  /** @throws Problem not_found */
  get(id: string): OpenIdProvider {
    const provider = this.providers.get(id);
    if (!provider) throw new Problem('not_found', { detail: 'There is no such identity provider.' });
    return provider;
  }
}
