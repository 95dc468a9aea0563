import { EntityManager, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { MINUTE_MS } from '../../core/time/index.js';
import { AccountDependentsService } from '../account-dependents.service.js';
import type { Account } from '../account.entity.js';
import { AccountsService } from '../accounts.service.js';
import { AuditLogService } from '../../core/audit/index.js';
import { typedSecret } from '../../core/common/index.js';
import { type Actor, Problem, newId, requireFreshSignIn } from '../../core/http/index.js';
import { SecretSealerService } from '../../core/secrets/index.js';
import { Configuration } from '../../core/config/index.js';
import { MailsService } from '../../core/mail/index.js';
import { FactorChecksService } from './factor-checks.service.js';
import { confirmedOf, Factor } from './factor.entity.js';
import { FactorNoticesService } from './factor-notices.service.js';
import { RecoveryCodesService } from './recovery-codes.service.js';
import type { PasskeyAttestationDto } from './passkeys/passkey-credential.dto.js';
import type { PasskeyRequest } from './passkeys/passkey-options.dto.js';
import { PasskeysService } from './passkeys/passkeys.service.js';
import { newTotpSecret, totpUri } from './totp.js';

const MOST_FACTORS = 10;
export const ENROLMENT_MS = 10 * MINUTE_MS;

/** The conflict's detail when an account has the maximum number of factors. */
export const TOO_MANY_FACTORS = `You can have ${MOST_FACTORS} second factors. Remove one first.`;
export const UNVERIFIED =
  'Verify your email address first, with the link in the message that was sent to it.';
export const NO_PASSKEYS =
  'Browsers have passkeys only for services at https addresses with a name, and at localhost.';
export const NO_FACTOR = 'You have no second factor. Add one first.';

/** A factor that counts from now on. */
interface AddedFactor {
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
    private readonly checks: FactorChecksService,
    private readonly recoveryCodes: RecoveryCodesService,
    private readonly passkeys: PasskeysService,
    private readonly sealer: SecretSealerService,
    private readonly notices: FactorNoticesService,
    private readonly mails: MailsService,
    private readonly auditLog: AuditLogService,
    private readonly configuration: Configuration,
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
   * Creates a secret that becomes a factor with its first code. A new one replaces earlier unconfirmed ones.
   * @throws Problem fresh_sign_in_required, email_not_verified, and conflict if the account has the maximum number of
   * factors
   */
  async addTotp(
    known: Account,
    name: string,
    actor: Actor,
  ): Promise<{ id: string; secret: string; uri: string; expiresAt: Date }> {
    requireFreshSignIn(actor);
    const secret = newTotpSecret();
    return this.entityManager.transactional(async (em) => {
      const account = await this.lockToAdd(em, known);
      const now = new Date();
      await em.nativeDelete(Factor, { confirmedAt: null, account: account.id });
      const { id } = em.create(Factor, {
        id: newId('fac'),
        account,
        type: 'totp',
        name,
        secret: this.sealer.seal(secret),
        createdAt: now,
      });
      const { host } = new URL(this.configuration.publicUrl);
      const expiresAt = new Date(now.getTime() + ENROLMENT_MS);
      return { id, secret, uri: totpUri(secret, host, account.email), expiresAt };
    });
  }

  /** @throws Problem fresh_sign_in_required, not_found, and invalid_parameter for a wrong code */
  async confirm(known: Account, factorId: string, code: string, actor: Actor): Promise<AddedFactor> {
    requireFreshSignIn(actor);
    return this.entityManager.transactional(async (em) => {
      const account = await this.accounts.lockUnchanged(known);
      const begunAfter = new Date(Date.now() - ENROLMENT_MS);
      const factor = await em.findOne(
        Factor,
        { id: factorId, account: account.id, confirmedAt: null, createdAt: { $gt: begunAfter } },
        { refresh: true },
      );
      if (!factor) throw missing(factorId);
      if (!this.checks.take(factor, typedSecret(code).trim())) throw wrongCode();
      return this.begin(em, account, factor, actor);
    });
  }

  /**
   * Returns what a browser needs to create a passkey.
   * @throws Problem as `addPasskey` does
   */
  async requestPasskey(known: Account, actor: Actor): Promise<PasskeyRequest> {
    requireFreshSignIn(actor);
    if (!this.passkeys.areOn) throw new Problem('forbidden', { detail: NO_PASSKEYS });
    const account = await this.entityManager.transactional((em) => this.lockToAdd(em, known));
    return this.passkeys.requestNew(account, await this.checks.passkeysOf(account.id), sessionOf(actor));
  }

  /**
   * Adds the passkey that a browser has created. Everything else is as for an authenticator app.
   * @throws Problem fresh_sign_in_required, forbidden if browsers don't support passkeys for the service's URL,
   * email_not_verified, invalid_parameter for a wrong response, and conflict if the account has the maximum number of
   * factors
   */
  async addPasskey(
    known: Account,
    name: string,
    response: PasskeyAttestationDto,
    actor: Actor,
  ): Promise<AddedFactor> {
    requireFreshSignIn(actor);
    const answer = await this.passkeys.receive(response, { purpose: 'add', recipient: sessionOf(actor) });
    const made = answer && (await this.passkeys.verifyNew(answer));
    if (!made) throw wrongPasskey();
    const adding = this.entityManager.transactional(async (em) => {
      const account = await this.lockToAdd(em, known);
      if (await em.count(Factor, { credentialId: made.id })) throw wrongPasskey();
      const factor = em.create(Factor, {
        id: newId('fac'),
        account,
        type: 'passkey',
        name,
        credentialId: made.id,
        publicKey: Buffer.from(made.publicKey).toString('base64url'),
        signatureCount: made.counter,
        transports: made.transports,
        createdAt: new Date(),
      });
      return this.begin(em, account, factor, actor);
    });
    return adding.catch((error: unknown) => {
      // Another request has added the same passkey in the meantime.
      if (error instanceof UniqueConstraintViolationException) throw wrongPasskey();
      throw error;
    });
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
      if (!factor) throw missing(factorId);
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
   * If the service sends mail, the address must be verified: otherwise, whoever registered somebody else's address
   * could lock its owner out, even after a password reset.
   */
  private async lockToAdd(em: EntityManager, known: Account): Promise<Account> {
    const account = await this.accounts.lockUnchanged(known);
    if (this.mails.isOn && account.emailState !== 'verified')
      throw new Problem('email_not_verified', { detail: UNVERIFIED });
    if ((await em.count(Factor, confirmedOf(account.id))) >= MOST_FACTORS)
      throw new Problem('conflict', { detail: TOO_MANY_FACTORS });
    return account;
  }

  /** The account's first factor comes with recovery codes, and ends the other sessions, which must sign in with it. */
  private async begin(
    em: EntityManager,
    account: Account,
    factor: Factor,
    actor: Actor,
  ): Promise<AddedFactor> {
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

function missing(factorId: string): Problem {
  return new Problem('not_found', { detail: `There is no second factor ${factorId}.` });
}

function wrongCode(): Problem {
  return new Problem('invalid_parameter', {
    errors: [{ pointer: '/code', detail: 'The code is wrong. Enter the one that your app shows now.' }],
  });
}

function wrongPasskey(): Problem {
  return new Problem('invalid_parameter', {
    errors: [{ pointer: '/credential', detail: "The passkey couldn't be verified. Start again." }],
  });
}

function sessionOf({ sessionId }: Actor): string {
  if (sessionId === undefined) throw new Error('A passkey is added in a session.');
  return sessionId;
}
