import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Configuration } from '../core/config/index.js';
import { Problem } from '../core/http/index.js';
import { MailsService } from '../core/mail/index.js';
import { Account, type AccountRole, type EmailState } from './account.entity.js';
import { type CreateAccountDto } from './create-account.dto.js';
import { emailKey, isSameMailbox } from './email-key.js';
import type { IdentityClaims } from './identities/identity-claims.types.js';
import { passwordsAreOff } from './passwords/passwords-are-off.js';
import { SetupTokenService } from './setup-token.service.js';

const REGISTRATION_BY_DOMAIN =
  'Accounts need a verified work email address. Sign in with an identity provider that has verified yours. If this service sends mail, you can also register with that address.';
const REGISTRATION_CLOSED = 'Registration is closed. Ask an administrator of this service for an account.';

/** Decides who may register, and who becomes the administrator of a new installation. */
@Injectable()
export class RegistrationPolicyService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly setupToken: SetupTokenService,
    private readonly configuration: Configuration,
    private readonly mails: MailsService,
  ) {}

  /** Whether there is an administrator; once there is one, there always is. */
  async hasAdministrator(): Promise<boolean> {
    return (await this.entityManager.count(Account, { role: 'admin', deletedAt: null })) > 0;
  }

  /**
   * Returns what the requested account may be: the first one of an installation is its administrator.
   * @throws Problem forbidden if the account may not be created
   */
  async checkMayRegister(
    wanted: CreateAccountDto,
    registrar: Account | undefined,
  ): Promise<{ role: AccountRole; emailState: EmailState }> {
    const isAdministrator = !(await this.hasAdministrator()) && (await this.isFirst(wanted));
    if (wanted.setup_token !== undefined && !isAdministrator) {
      throw new Problem('forbidden', { detail: 'The setup token is not valid, or setup is complete.' });
    }
    const { registration, passwordSignIn } = this.configuration;
    if (registration !== 'open' && !isAdministrator && registrar?.role !== 'admin') {
      if (registration === 'closed') throw new Problem('forbidden', { detail: REGISTRATION_CLOSED });
      // The address must be verified before the first sign-in, which takes a message.
      if (!this.mails.isOn || !isOfDomain(wanted.email, registration.domains))
        throw new Problem('forbidden', { detail: REGISTRATION_BY_DOMAIN });
    }
    if (passwordSignIn === 'off' && !isAdministrator) throw passwordsAreOff();
    const isVouchedFor = isAdministrator || registrar?.role === 'admin';
    return {
      role: isAdministrator ? 'admin' : 'member',
      emailState: isVouchedFor || registration === 'open' ? 'unverified' : 'required',
    };
  }

  /** @throws Problem forbidden if registration isn't open to these claims */
  checkMayJoin({ email, emailVerified }: IdentityClaims): void {
    const { registration } = this.configuration;
    if (registration === 'open') return;
    if (registration === 'closed') throw new Problem('forbidden', { detail: REGISTRATION_CLOSED });
    if (emailVerified !== true || !isOfDomain(email, registration.domains))
      throw new Problem('forbidden', { detail: REGISTRATION_BY_DOMAIN });
  }

  /** Where anybody could register first, the first account must prove that it's the operator's. */
  private async isFirst({ email, setup_token }: CreateAccountDto): Promise<boolean> {
    if (setup_token !== undefined) return this.setupToken.fits(setup_token);
    const { adminEmail, isContainer } = this.configuration;
    if (adminEmail !== undefined) return isSameMailbox(adminEmail, email);
    return !isContainer && (await this.entityManager.count(Account)) === 0;
  }
}

function isOfDomain(email: string, domains: readonly string[]): boolean {
  const key = emailKey(email);
  return domains.includes(key.slice(key.lastIndexOf('@') + 1));
}
