import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../../audit/audit-log.service.js';
import { Configuration } from '../../config/configuration.js';
import type { Actor } from '../../http/access/actor.types.js';
import { requireFreshSignIn } from '../../http/access/fresh-sign-in.js';
import { Problem } from '../../http/problems/problem.js';
import type { Account } from '../account.entity.js';
import { AccountDependentsService } from '../account-dependents.service.js';
import { AccountRegistrationService } from '../account-registration.service.js';
import { lockAccount } from '../locked-accounts.js';
import { endLinks } from '../links/end-links.js';
import { addIdentity } from '../passwords/password-identity.js';
import { Identity, PASSWORD_ISSUER } from './identity.entity.js';
import type { IdentityClaims } from './identity-claims.types.js';
import { identityKey } from './identity-key.js';

/** Who accounts are to others, by which they are signed in. */
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
   * The account of somebody for whom an issuer vouches. It is made at the first sign-in, as a member's, where
   * registration lets them. An address is never what joins somebody to an account: whoever has it there need not have it here.
   * @throws Problem forbidden where no account may be made, and email_taken where another account has the address
   */
  async accountOf(claims: IdentityClaims, actor: Actor): Promise<Account> {
    if (claims.issuer === PASSWORD_ISSUER) throw new Error('Passwords are checked by the service itself.');
    return (await this.find(claims)) ?? this.registration.registerIdentity(claims, actor);
  }

  /** The account of an identity, if it is one's. */
  async find(claims: IdentityClaims): Promise<Account | undefined> {
    const identity = await this.entityManager.findOne(Identity, identityKey(claims), {
      populate: ['account'],
    });
    return identity?.account;
  }

  /** @throws Problem forbidden where the identity was removed from the account */
  async checkIsOf({ id: accountId }: Account, claims: IdentityClaims): Promise<void> {
    if (!(await this.entityManager.count(Identity, { ...identityKey(claims), account: accountId })))
      throw new Problem('forbidden', { detail: 'The identity was removed from the account.' });
  }

  /**
   * Lets an account that is signed in be signed in to by an issuer, too. The session must be a fresh one.
   * @throws Problem conflict where the identity is an account's already, fresh_sign_in_required
   */
  async connect({ id: accountId }: Account, claims: IdentityClaims, actor: Actor): Promise<void> {
    const { issuer, organizationId } = claims;
    if (issuer === PASSWORD_ISSUER) throw new Error('Passwords are checked by the service itself.');
    requireFreshSignIn(actor);
    await this.entityManager.transactional(async (em) => {
      const account = await lockAccount(em, accountId);
      if (await em.count(Identity, identityKey(claims)))
        throw new Problem('conflict', { detail: 'This identity is already connected to an account.' });
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

  /** Those for which an organization vouched, which is deleted. */
  async endOfOrganization(em: EntityManager, organizationId: string): Promise<void> {
    await em.nativeDelete(Identity, { organizationId });
  }

  /** Oldest first. */
  list(accountId: string): Promise<Identity[]> {
    return this.entityManager.find(Identity, { account: accountId }, { orderBy: { id: 'asc' } });
  }

  /**
   * Ends the other sessions, which may have begun with it, and links that would put it back.
   * @throws Problem not_found for one that is not the account's, and conflict for the last one that signs it in
   */
  async remove(accountId: string, identityId: string, actor: Actor): Promise<void> {
    await this.entityManager.transactional(async (em) => {
      const account = await lockAccount(em, accountId);
      const identities = await em.find(Identity, { account: accountId }, { refresh: true });
      const identity = identities.find(({ id }) => id === identityId);
      if (!identity) throw new Problem('not_found', { detail: `There is no identity ${identityId}.` });
      // An organization's issuer opens that organization, and not the account.
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
