import { EntityManager, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../core/audit/index.js';
import { type Actor, Problem, newId } from '../core/http/index.js';
import { AccountDependentsService } from './account-dependents.service.js';
import { Account, type AccountRole, type EmailState } from './account.entity.js';
import { AccountsService } from './accounts.service.js';
import { type CreateAccountDto } from './create-account.dto.js';
import { EmailVerificationsService } from './email/email-verifications.service.js';
import { accountOfEmail, emailKey } from './email-key.js';
import type { IdentityClaims } from './identities/identity-claims.types.js';
import { identityKey } from './identities/identity-key.js';
import { Identity, PASSWORD_ISSUER } from './identities/identity.entity.js';
import { type Person, personOf } from './identities/person.js';
import { addIdentity, addPassword } from './passwords/password-identity.js';
import { PasswordHasherService } from './passwords/password-hasher.service.js';
import { RegistrationPolicyService } from './registration-policy.service.js';

const REGISTRATION_LOCK = 'accounts:registration';
/** Creates accounts, for those who may have one. */
@Injectable()
export class AccountRegistrationService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly accounts: AccountsService,
    private readonly passwordHasher: PasswordHasherService,
    private readonly auditLog: AuditLogService,
    private readonly policy: RegistrationPolicyService,
    private readonly dependents: AccountDependentsService,
    private readonly verifications: EmailVerificationsService,
  ) {}

  /** @param registrar the signed-in account, if any */
  async register(wanted: CreateAccountDto, actor: Actor, registrar?: Account): Promise<Account> {
    // Checked before the expensive password hash, and again under the lock, where nobody else can register.
    await this.policy.checkMayRegister(wanted, registrar);
    const passwordHash = await this.passwordHasher.hash(wanted.password);
    return this.alone(async (em) => {
      const granted = await this.policy.checkMayRegister(wanted, registrar);
      const account = await this.create(em, wanted, actor, { ...granted, issuer: PASSWORD_ISSUER });
      addPassword(em, account, passwordHash);
      return account;
    });
  }

  /** Returns the account of an identity. Creates it as a member's if there is none. */
  async registerIdentity(claims: IdentityClaims, actor: Actor): Promise<Account> {
    const { issuer, emailVerified } = claims;
    const person = personOf(claims);
    return this.alone(async (em) => {
      const made = await em.findOne(Identity, identityKey(claims), { populate: ['account'] });
      if (made) return made.account;
      if (!(await this.policy.hasAdministrator()))
        throw new Problem('forbidden', {
          detail: 'This service has no administrator yet. Create one first.',
        });
      this.policy.checkMayJoin(claims);
      // An organization's issuer can't displace an account, not even one that nobody has signed in to.
      if (emailVerified === true && claims.organizationId === undefined)
        await this.endUnproved(em, person.email, actor);
      const emailState = emailVerified === true ? 'verified' : 'unverified';
      const account = await this.create(em, person, actor, { role: 'member', issuer, emailState });
      addIdentity(em, account, identityKey(claims));
      return account;
    });
  }

  /**
   * Deletes an account whose owner never verified this address, and so never signed in: it must not block the address's
   * owner.
   */
  private async endUnproved(em: EntityManager, email: string, actor: Actor): Promise<void> {
    const account = await accountOfEmail(em, email);
    if (account?.emailState === 'required')
      await this.accounts.delete(account.id, { ...actor, accountId: account.id });
  }

  /** Runs `register` in a transaction while nobody else can register. */
  private async alone(register: (em: EntityManager) => Promise<Account>): Promise<Account> {
    try {
      return await this.entityManager.transactional(async (em) => {
        await em.execute('select pg_advisory_xact_lock(hashtext(?))', [REGISTRATION_LOCK]);
        return register(em);
      });
    } catch (error) {
      if (error instanceof UniqueConstraintViolationException)
        throw new Problem('email_taken', { cause: error });
      throw error;
    }
  }

  private async create(
    em: EntityManager,
    { full_name, email, organization }: Person,
    actor: Actor,
    { role, issuer, emailState }: { role: AccountRole; issuer: string; emailState: EmailState },
  ): Promise<Account> {
    if (await accountOfEmail(em, email)) throw new Problem('email_taken');
    const now = new Date();
    const account = em.create(
      Account,
      {
        id: newId('acc'),
        fullName: full_name,
        email,
        emailKey: emailKey(email),
        emailState,
        pendingEmail: null,
        organization: organization ?? null,
        role,
        status: 'active',
        createdAt: now,
        updatedAt: now,
        deletedAt: null,
      },
      { persist: true },
    );
    this.verifications.queue(em, account);
    this.dependents.beginAccount(em, account, now);
    this.auditLog.record(em, {
      action: 'account.created',
      // Until now, a person who registers has no account.
      actor: actor.kind === 'account' ? { ...actor, accountId: actor.accountId ?? account.id } : actor,
      accountId: account.id,
      targetId: account.id,
      details: { role, issuer },
    });
    return account;
  }
}
