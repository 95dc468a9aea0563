import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Configuration } from '../config/configuration.js';
import { PasskeysService } from '../factors/passkeys/passkeys.service.js';
import { ConfigurationError } from '../config/configuration-error.js';
import { MailsService } from '../mail/mails.service.js';
import { FeatureError } from '../features/feature-error.js';

/** A way to sign in beside the password: a button on the sign-in page, and a route that ends in a session. */
export interface SignInProvider {
  /** In kebab case, unique. */
  id: string;
  /** What the button says, such as `Continue with Example`. */
  title: string;
  /** Where it leads: a path of this service. */
  url: string;
  /** That of the identities that it signs in, if it has one. */
  issuer?: string | null;
}

const ID = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const PATH = /^\/(?![/\\])\S*$/;
/** What sessions say of the ways that are no provider's. */
const RESERVED = ['password', 'passkey', 'link'];

/** Knows the ways to sign in. A module adds its own in `onModuleInit`. */
@Injectable()
export class SignInMethodsService implements OnApplicationBootstrap {
  private readonly added: Required<SignInProvider>[] = [];

  constructor(
    private readonly configuration: Configuration,
    private readonly mails: MailsService,
    private readonly passkeys: PasskeysService,
  ) {}

  /** @throws FeatureError for a wrong value, and for an id that another provider has */
  add({ id, title, url, issuer = null }: SignInProvider): void {
    if (!ID.test(id) || RESERVED.includes(id) || title.trim() === '' || !PATH.test(url))
      throw new FeatureError(
        `The sign-in provider ${JSON.stringify(id)} has a wrong value: it needs an ID in kebab case, a title, and a path such as /v1/sso.`,
      );
    if (this.added.some((other) => other.id === id))
      throw new FeatureError(`Two sign-in providers have the ID "${id}".`);
    this.added.push({ id, title, url, issuer });
  }

  get hasPassword(): boolean {
    return this.configuration.passwordSignIn === 'on';
  }

  /** Without passwords, the identity providers alone say who may come in: their passkeys are second factors. */
  get hasPasskeys(): boolean {
    return this.hasPassword && this.passkeys.areOn;
  }

  /** Whether somebody who forgot a password can have a link sent. */
  get hasPasswordReset(): boolean {
    return this.hasPassword && this.mails.isOn;
  }

  get providers(): readonly Required<SignInProvider>[] {
    return this.added;
  }

  onApplicationBootstrap(): void {
    if (this.added.length > 0) return;
    if (!this.hasPassword)
      throw new ConfigurationError(['PASSWORD_SIGN_IN must not be off: there is no other way to sign in.']);
    if (typeof this.configuration.registration === 'object' && !this.mails.isOn)
      throw new ConfigurationError([
        'REGISTRATION must not be by domain: no identity provider verifies addresses. Set SMTP_URL or OIDC_ISSUER.',
      ]);
  }
}
