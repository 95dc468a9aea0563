import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AccountAttemptsService, AttemptsService } from '../core/attempts/index.js';
import { type Actor, Problem, requireFreshSignIn } from '../core/http/index.js';
import { Configuration } from '../core/config/index.js';
import type { Account } from './account.entity.js';
import { accountOfEmail, emailKey } from './email-key.js';
import { Identity, PASSWORD_ISSUER } from './identities/identity.entity.js';
import { KnownNetworksService } from './known-networks/known-networks.service.js';
import { PasswordHasherService } from './passwords/password-hasher.service.js';
import { passwordHashOf } from './passwords/password-identity.js';

/** An account, and the hash that its password matched. */
export interface CheckedPassword {
  account: Account;
  passwordHash: string;
}

/** The only place where passwords are compared. Throttles attempts by account and by network. */
@Injectable()
export class AuthenticatorService {
  private readonly attempts: AccountAttemptsService;

  constructor(
    private readonly entityManager: EntityManager,
    private readonly passwordHasher: PasswordHasherService,
    private readonly configuration: Configuration,
    attempts: AttemptsService,
    known: KnownNetworksService,
  ) {
    this.attempts = new AccountAttemptsService(attempts, known, 'passwordOfAccount', 'passwordFromNetwork');
  }

  /**
   * Returns the account with this email address and password. A refusal takes equally long if the address has no
   * account.
   * @throws Problem invalid_credentials, too_many_attempts or sign_in_unavailable
   */
  async authenticate(email: string, password: string, address: string): Promise<CheckedPassword> {
    const attempt = await this.attempts.begin(emailKey(email), address);
    const checked = await this.compare(email, password).catch(async (error: unknown) => {
      await this.attempts.takeBack(attempt);
      throw error;
    });
    if (!checked) throw new Problem('invalid_credentials', { headers: { 'www-authenticate': 'Session' } });
    await this.attempts.succeed(attempt, checked.account.id);
    return checked;
  }

  /**
   * Confirms that the request comes from the account's owner: by the password or, if none can be asked for, by a fresh
   * sign-in. Returns the hash of the account's password, if it has one.
   * @param pointer the member of the body that has the password
   * @throws Problem those of `authenticate`, invalid_parameter if the password is missing, fresh_sign_in_required
   */
  async confirm(
    { id, email }: Account,
    password: string | undefined,
    pointer: string,
    actor: Actor,
  ): Promise<string | undefined> {
    const arePasswordsOn = this.configuration.passwordSignIn === 'on';
    if (password !== undefined && arePasswordsOn)
      return (await this.authenticate(email, password, String(actor.address))).passwordHash;
    const passwordHash = await passwordHashOf(this.entityManager, id);
    if (passwordHash !== undefined && arePasswordsOn)
      throw new Problem('invalid_parameter', { errors: [{ pointer, detail: 'Your password is required.' }] });
    requireFreshSignIn(actor);
    return passwordHash;
  }

  /** Whether the password is still the one that was checked. */
  async isUnchanged({ account, passwordHash }: CheckedPassword): Promise<boolean> {
    return (await passwordHashOf(this.entityManager, account.id)) === passwordHash;
  }

  private async compare(email: string, password: string): Promise<CheckedPassword | null> {
    const account = await accountOfEmail(this.entityManager, email);
    // Also queried for an address without an account, so that it takes equally long.
    const passwordHash = await passwordHashOf(this.entityManager, account?.id ?? '');
    const verdict = await this.passwordHasher.verify(password, passwordHash);
    if (verdict === 'wrong' || !account || passwordHash === undefined) return null;
    if (verdict === 'right') return { account, passwordHash };
    return { account, passwordHash: await this.hashAnew(account.id, passwordHash, password) };
  }

  /** Replaces the hash of a password as it was once typed. Returns the hash that the account now has. */
  private async hashAnew(accountId: string, earlierHash: string, password: string): Promise<string> {
    const passwordHash = await this.passwordHasher.hash(password);
    const replaced = await this.entityManager.nativeUpdate(
      Identity,
      { issuer: PASSWORD_ISSUER, subject: accountId, secretHash: earlierHash },
      { secretHash: passwordHash },
    );
    return replaced > 0 ? passwordHash : earlierHash;
  }
}
