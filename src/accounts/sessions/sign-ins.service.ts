import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Actor, Problem } from '../../core/http/index.js';
import { AccountsService } from '../accounts.service.js';
import { AuthenticatorService } from '../authenticator.service.js';
import { EmailVerificationsService } from '../email/email-verifications.service.js';
import { OneTimeLinksService } from '../links/one-time-links.service.js';
import type { BegunSession } from './begun-session.types.js';
import { NewSessionsService } from './new-sessions.service.js';
import type { FactorRequest } from './waiting-sign-ins.service.js';

/** Signs people in with a password or a one-time link. */
@Injectable()
export class SignInsService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly accounts: AccountsService,
    private readonly authenticator: AuthenticatorService,
    private readonly links: OneTimeLinksService,
    private readonly verifications: EmailVerificationsService,
    private readonly sessions: NewSessionsService,
  ) {}

  /**
   * Checks the password, and begins a session or asks for the second factor. Sends another link to an account that must
   * verify its address first.
   */
  async byPassword(email: string, password: string, actor: Actor): Promise<BegunSession | FactorRequest> {
    const checked = await this.authenticator.authenticate(email, password, String(actor.address));
    if (checked.account.emailState === 'required') await this.verifications.remind(checked.account);
    return this.entityManager.transactional(async (em) => {
      const account = await this.accounts.lock(checked.account.id, LockMode.PESSIMISTIC_READ);
      // The password was changed, or the account deleted, while the password was being checked.
      if (!account || !(await this.authenticator.isUnchanged(checked))) {
        throw new Problem('invalid_credentials', { headers: { 'www-authenticate': 'Session' } });
      }
      return this.sessions.beginLocked(em, account, 'password', actor);
    });
  }

  /** Uses a one-time link, and begins a session or asks for the second factor. */
  byLink(token: string, actor: Actor): Promise<BegunSession | FactorRequest> {
    return this.entityManager.transactional(async (em) =>
      this.sessions.beginLocked(em, (await this.links.use('sign-in', token)).account, 'link', actor),
    );
  }
}
