import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AccountDependentsService } from '../account-dependents.service.js';
import type { Account } from '../account.entity.js';
import { AccountsService } from '../accounts.service.js';
import { AuditLogService } from '../../core/audit/index.js';
import { type Actor, Problem, requireFreshSignIn } from '../../core/http/index.js';
import { MailsService } from '../../core/mail/index.js';
import { confirmedOf, Factor } from './factor.entity.js';
import { FactorNoticesService } from './factor-notices.service.js';
import { RecoveryCodesService } from './recovery-codes.service.js';

const MOST_FACTORS = 10;

/** The conflict's detail when an account has the maximum number of factors. */
export const TOO_MANY_FACTORS = `You can have ${MOST_FACTORS} second factors. Remove one first.`;
export const UNVERIFIED =
  'Verify your email address first, with the link in the message that was sent to it.';
export const NO_FACTOR = 'You have no second factor. Add one first.';

/** A factor that counts from now on. */
export interface AddedFactor {
  factor: Factor;
  /** Set with the account's first factor only. */
  recoveryCodes: string[] | null;
}

/** The second factors of accounts. All changes need a fresh sign-in. */
@Injectable()
export class FactorsService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly accounts: AccountsService,
    private readonly recoveryCodes: RecoveryCodesService,
    private readonly notices: FactorNoticesService,
    private readonly mails: MailsService,
    private readonly auditLog: AuditLogService,
    private readonly dependents: AccountDependentsService,
  ) {
    dependents.add({
      // Whoever took over the account may have started adding one.
      endSessions: async (em, accountId) => {
        await em.nativeDelete(Factor, { account: accountId, confirmedAt: null });
      },
      // Whoever registered the address before its owner may have added one.
      proveByMail: async (em, accountId) => {
        await em.nativeUpdate(Factor, { account: accountId, type: 'passkey' }, { isSecondOnly: true });
      },
    });
  }

  /** Oldest first. */
  list(accountId: string): Promise<Factor[]> {
    return this.entityManager.find(Factor, confirmedOf(accountId), { orderBy: { id: 'asc' } });
  }

  /**
   * Removing the last factor also deletes the recovery codes; removing a passkey also ends the other sessions.
   * @throws Problem fresh_sign_in_required, not_found
   */
  async remove(known: Account, factorId: string, actor: Actor): Promise<void> {
    requireFreshSignIn(actor);
    await this.entityManager.transactional(async (em) => {
      const account = await this.accounts.lockUnchanged(known);
      const factors = await em.find(Factor, confirmedOf(account.id), { refresh: true });
      const factor = factors.find((other) => other.id === factorId);
      if (!factor) throw missingFactor(factorId);
      em.remove(factor);
      if (factors.length === 1) await this.recoveryCodes.forget(account.id);
      if (factor.type === 'passkey') {
        // Whoever has the passkey may have signed in with it alone.
        await this.dependents.endSessions(em, account, actor.sessionId);
      }
      await this.note(em, 'removed', account, factor, actor);
    });
  }

  /** @throws Problem fresh_sign_in_required, and conflict if the account has no factor */
  async renewRecoveryCodes(known: Account, actor: Actor): Promise<string[]> {
    requireFreshSignIn(actor);
    return this.entityManager.transactional(async (em) => {
      const account = await this.accounts.lockUnchanged(known);
      const { id: accountId } = account;
      if ((await em.count(Factor, confirmedOf(accountId))) === 0)
        throw new Problem('conflict', { detail: NO_FACTOR });
      this.auditLog.record(em, { action: 'recovery_codes.created', actor, accountId, targetId: accountId });
      await this.notices.queue(em, account, 'recovery_codes_created');
      return this.recoveryCodes.issue(accountId);
    });
  }

  /**
   * Locks the account for one more factor. If the service sends mail, the address must be verified: otherwise, whoever registered somebody else's address
   * could lock its owner out, even after a password reset.
   */
  async lockToAdd(em: EntityManager, known: Account): Promise<Account> {
    const account = await this.accounts.lockUnchanged(known);
    if (this.mails.isOn && account.emailState !== 'verified')
      throw new Problem('email_not_verified', { detail: UNVERIFIED });
    if ((await em.count(Factor, confirmedOf(account.id))) >= MOST_FACTORS)
      throw new Problem('conflict', { detail: TOO_MANY_FACTORS });
    return account;
  }

  /** Makes the factor count. The account's first factor comes with recovery codes, and ends the other sessions, which must sign in with it. */
  async begin(em: EntityManager, account: Account, factor: Factor, actor: Actor): Promise<AddedFactor> {
    const isFirst = (await em.count(Factor, confirmedOf(account.id))) === 0;
    factor.confirmedAt = new Date();
    await this.note(em, 'added', account, factor, actor);
    if (!isFirst) return { factor, recoveryCodes: null };
    await this.dependents.beginFactors(em, account, actor.sessionId);
    return { factor, recoveryCodes: await this.recoveryCodes.issue(account.id) };
  }

  private async note(
    em: EntityManager,
    event: 'added' | 'removed',
    account: Account,
    factor: Factor,
    actor: Actor,
  ) {
    this.auditLog.record(em, {
      action: `factor.${event}`,
      actor,
      accountId: account.id,
      targetId: factor.id,
      details: { type: factor.type, name: factor.name },
    });
    await this.notices.queue(em, account, factor.type === 'passkey' ? `passkey_${event}` : event);
  }
}

export function missingFactor(factorId: string): Problem {
  return new Problem('not_found', { detail: `There is no second factor ${factorId}.` });
}
