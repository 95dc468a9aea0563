import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Configuration, ConfigurationError } from '../../core/config/index.js';
import { PasskeysService } from '../factors/passkeys/passkeys.service.js';
import { MailsService } from '../../core/mail/index.js';
import { FeatureError } from '../../core/features/index.js';

/** A sign-in method other than the password: a button on the sign-in page, and a route that ends in a session. */
export interface SignInProvider {
  /** In kebab case, unique. */
  id: string;
  /** The button's label, such as `Continue with Example`. */
  title: string;
  /** Where the button leads: a path of this service. */
  url: string;
  /** The issuer of the identities that it signs in, if it has one. */
  issuer?: string | null;
}

const ID = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const PATH = /^\/(?![/\\])\S*$/;
/** Values of a session's `method` that aren't providers. */
const RESERVED = ['password', 'passkey', 'link'];

/** Registry of the sign-in methods. Modules add their own in `onModuleInit`. */
@Injectable()
export class SignInMethodsService implements OnApplicationBootstrap {
  private readonly added: Required<SignInProvider>[] = [];

  constructor(
    private readonly configuration: Configuration,
    private readonly mails: MailsService,
    private readonly passkeys: PasskeysService,
  ) {}

  /** @throws FeatureError for an invalid value, or an id that another provider has */
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

  /** Without passwords, only identity providers decide who may sign in; passkeys are second factors then. */
  get hasPasskeys(): boolean {
    return this.hasPassword && this.passkeys.areOn;
  }

  /** Whether people who forgot their password can request a link. */
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
