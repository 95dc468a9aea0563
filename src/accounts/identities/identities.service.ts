import { EntityManager } from '@mikro-orm/postgresql';
import { deleteInOrder } from '../../core/database/index.js';
import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../../core/audit/index.js';
import { Configuration } from '../../core/config/index.js';
import { type Actor, Problem, requireFreshSignIn } from '../../core/http/index.js';
import type { Account } from '../account.entity.js';
import { AccountDependentsService } from '../account-dependents.service.js';
import { AccountRegistrationService } from '../account-registration.service.js';
import { lockAccount } from '../locked-accounts.js';
import { endLinks } from '../links/end-links.js';
import { addIdentity } from '../passwords/password-identity.js';
import { Identity, PASSWORD_ISSUER } from './identity.entity.js';
import type { IdentityClaims } from './identity-claims.types.js';
import { identityKey } from './identity-key.js';

const MOST_IDENTITIES = 20;

/** Finds, connects and removes the identities that sign in to accounts. */
@Injectable()
export class IdentitiesService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly registration: AccountRegistrationService,
    private readonly auditLog: AuditLogService,
    private readonly dependents: AccountDependentsService,
    private readonly configuration: Configuration,
  ) {}

  /**
   * Returns the account of an identity. Creates it as a member's on the first sign-in, if registration allows. Accounts
   * are never matched by email address: whoever has it at the issuer need not have it here.
   * @throws Problem forbidden if no account may be created, and email_taken if another account has the address
   */
  async accountOf(claims: IdentityClaims, actor: Actor): Promise<Account> {
    if (claims.issuer === PASSWORD_ISSUER) throw new Error('Passwords are checked by the service itself.');
    return (await this.find(claims)) ?? this.registration.registerIdentity(claims, actor);
  }

  /** Returns the account of an identity, if there is one. */
  async find(claims: IdentityClaims): Promise<Account | undefined> {
    const identity = await this.entityManager.findOne(Identity, identityKey(claims), {
      populate: ['account'],
    });
    return identity?.account;
  }

  /** @throws Problem forbidden if the identity was removed from the account */
  async checkIsOf({ id: accountId }: Account, claims: IdentityClaims): Promise<void> {
    if (!(await this.entityManager.count(Identity, { ...identityKey(claims), account: accountId })))
      throw new Problem('forbidden', { detail: 'The identity was removed from the account.' });
  }

  /**
   * Connects an identity to a signed-in account. Requires a fresh sign-in.
   * @throws Problem conflict if the identity is already connected to an account or the account has the maximum number
   * of them, and fresh_sign_in_required
   */
  async connect({ id: accountId }: Account, claims: IdentityClaims, actor: Actor): Promise<void> {
    const { issuer, organizationId } = claims;
    if (issuer === PASSWORD_ISSUER) throw new Error('Passwords are checked by the service itself.');
    requireFreshSignIn(actor);
    await this.entityManager.transactional(async (em) => {
      const account = await lockAccount(em, accountId);
      if (await em.count(Identity, identityKey(claims)))
        throw new Problem('conflict', { detail: 'This identity is already connected to an account.' });
      if ((await em.count(Identity, { account: accountId })) >= MOST_IDENTITIES)
        throw new Problem('conflict', {
          detail: `An account can have ${MOST_IDENTITIES} sign-in methods. Remove one first.`,
        });
      const { id } = addIdentity(em, account, identityKey(claims));
      this.auditLog.record(em, {
        action: 'account.identity_added',
        actor,
        accountId,
        targetId: id,
        details: { issuer, organization_id: organizationId },
      });
    });
  }

  /** Deletes the identities vouched for by an organization that is being deleted. */
  async endOfOrganization(em: EntityManager, organizationId: string): Promise<void> {
    await deleteInOrder(em, Identity, { organizationId });
  }

  /** Oldest first. */
  list(accountId: string): Promise<Identity[]> {
    return this.entityManager.find(Identity, { account: accountId }, { orderBy: { id: 'asc' } });
  }

  /**
   * Ends the other sessions, which may have started with this identity, and links, which could restore it.
   * @throws Problem not_found for another account's identity, and conflict for the last one that signs in to the
   * account
   */
  async remove(accountId: string, identityId: string, actor: Actor): Promise<void> {
    await this.entityManager.transactional(async (em) => {
      const account = await lockAccount(em, accountId);
      const identities = await em.find(Identity, { account: accountId }, { refresh: true });
      const identity = identities.find(({ id }) => id === identityId);
      if (!identity) throw new Problem('not_found', { detail: `There is no identity ${identityId}.` });
      // An organization's issuer gives access to that organization, not to the account.
      const usable = identities.filter(
        ({ issuer, organizationId }) =>
          organizationId === null &&
          (issuer !== PASSWORD_ISSUER || this.configuration.passwordSignIn === 'on'),
      );
      if (!usable.some((other) => other !== identity))
        throw new Problem('conflict', { detail: 'This is your only sign-in method. Add another one first.' });
      em.remove(identity);
      await this.dependents.endSessions(em, account, actor.sessionId);
      await endLinks(em, accountId);
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
