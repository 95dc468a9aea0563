import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../../core/audit/index.js';
import type { Actor } from '../../core/http/index.js';
import { AccountDependentsService } from '../account-dependents.service.js';
import { Identity, PASSWORD_ISSUER } from '../identities/identity.entity.js';
import { OneTimeLinksService } from '../links/one-time-links.service.js';
import { PasswordHasherService } from './password-hasher.service.js';
import { setPassword } from './password-identity.js';

/** Creates and uses password reset links. */
@Injectable()
export class PasswordResetsService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly links: OneTimeLinksService,
    private readonly passwordHasher: PasswordHasherService,
    private readonly dependents: AccountDependentsService,
    private readonly auditLog: AuditLogService,
  ) {}

  create(accountId: string, actor: Actor): Promise<{ url: string; expiresAt: Date }> {
    return this.entityManager.transactional(async (em) => {
      const link = await this.links.create(accountId, 'password-reset');
      this.auditLog.record(em, {
        action: 'account.password_reset_requested',
        actor,
        accountId,
        targetId: accountId,
      });
      return link;
    });
  }

  /**
   * Sets the password and ends all sessions of the account. After a link that was sent by mail, the password is the
   * only way to sign in: whoever registered the address before its owner may have connected an identity of their own.
   * @throws Problem invalid_parameter if the link is invalid, used or expired
   */
  async use(token: string, newPassword: string, actor: Actor): Promise<void> {
    // Hashing a password is expensive, so it requires a valid link.
    await this.links.check('password-reset', token);
    const passwordHash = await this.passwordHasher.hash(newPassword);
    await this.entityManager.transactional(async (em) => {
      const { account, email } = await this.links.use('password-reset', token);
      await setPassword(em, account, passwordHash);
      // Whoever requested the pending address need not be the owner of the current one.
      account.pendingEmail = null;
      await this.dependents.endSessions(em, account);
      const owner = { ...actor, accountId: account.id };
      if (email !== null) {
        await this.removeOtherIdentities(em, account.id, owner);
        await this.dependents.proveByMail(em, account.id);
      }
      this.auditLog.record(em, {
        action: 'account.password_reset',
        actor: owner,
        accountId: account.id,
        targetId: account.id,
      });
    });
  }

  private async removeOtherIdentities(em: EntityManager, accountId: string, actor: Actor): Promise<void> {
    const others = await em.find(Identity, { account: accountId, issuer: { $ne: PASSWORD_ISSUER } });
    for (const identity of others) {
      em.remove(identity);
      this.auditLog.record(em, {
        action: 'account.identity_removed',
        actor,
        accountId,
        targetId: identity.id,
        details: { issuer: identity.issuer },
      });
    }
  }
}
