import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../../audit/audit-log.service.js';
import type { Actor } from '../../http/access/actor.types.js';
import { Problem } from '../../http/problems/problem.js';
import type { Account } from '../account.entity.js';
import { AccountRegistrationService } from '../account-registration.service.js';
import { lockAccount } from '../locked-accounts.js';
import { Identity, PASSWORD_ISSUER } from './identity.entity.js';
import type { IdentityClaims } from './identity-claims.types.js';

/** Who accounts are to others, by which they are signed in. */
@Injectable()
export class IdentitiesService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly registration: AccountRegistrationService,
    private readonly auditLog: AuditLogService,
  ) {}

  /**
   * The account of somebody for whom an issuer vouches. It is made at the first sign-in, as a member's, where
   * registration is open. An address is never what joins somebody to an account: whoever has it there need not have it here.
   * @throws Problem forbidden where no account may be made, and email_taken where another account has the address
   */
  async accountOf(claims: IdentityClaims, actor: Actor): Promise<Account> {
    if (claims.issuer === PASSWORD_ISSUER) throw new Error('Passwords are checked by the service itself.');
    const { issuer, subject } = claims;
    const identity = await this.entityManager.findOne(
      Identity,
      { issuer, subject },
      { populate: ['account'] },
    );
    return identity?.account ?? this.registration.registerIdentity(claims, actor);
  }

  /** Oldest first. */
  list(accountId: string): Promise<Identity[]> {
    return this.entityManager.find(Identity, { account: accountId }, { orderBy: { id: 'asc' } });
  }

  /** @throws Problem not_found for one that is not the account's, and conflict for its only one */
  async remove(accountId: string, identityId: string, actor: Actor): Promise<void> {
    await this.entityManager.transactional(async (em) => {
      await lockAccount(em, accountId);
      const identities = await em.find(Identity, { account: accountId }, { refresh: true });
      const identity = identities.find(({ id }) => id === identityId);
      if (!identity) throw new Problem('not_found', { detail: `There is no identity ${identityId}.` });
      if (identities.length === 1)
        throw new Problem('conflict', { detail: 'This is your only way to sign in. Add another one first.' });
      em.remove(identity);
      this.auditLog.record(em, {
        action: 'account.identity_removed',
        actor,
        accountId,
        targetId: identityId,
        details: { issuer: identity.issuer },
      });
    });
  }
}
