import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AttemptThrottle } from '../common/access/attempt-throttle.js';
import { Problem } from '../common/problems/problem.js';
import { Account } from './account.entity.js';
import { emailKey } from './email-key.js';
import { PasswordHasher } from './password-hasher.service.js';

/** The one place where passwords are compared, slowed down by account and by address. */
@Injectable()
export class Authenticator {
  private readonly failuresByAccount = new AttemptThrottle({ freeAttempts: 5, maximumWaitSeconds: 60 });
  private readonly failuresByAddress = new AttemptThrottle({ freeAttempts: 20 });

  constructor(
    private readonly entityManager: EntityManager,
    private readonly passwordHasher: PasswordHasher,
  ) {}

  /**
   * The account whose email address and password these are; a refusal takes as long when the address has no account.
   * @throws Problem invalid_credentials, or too_many_attempts
   */
  async authenticate(email: string, password: string, address: string): Promise<Account> {
    const key = emailKey(email);
    this.failuresByAddress.check(address);
    this.failuresByAccount.check(key);
    // Noted before the password is checked, so that guesses at the same time count as well.
    this.failuresByAddress.note(address);
    this.failuresByAccount.note(key);
    const account = await this.entityManager.fork().findOne(Account, { emailKey: key, deletedAt: null });
    const fits = await this.passwordHasher.verify(password, account?.passwordHash);
    if (!account || !fits) {
      throw new Problem('invalid_credentials', { headers: { 'www-authenticate': 'Session' } });
    }
    this.failuresByAccount.clear(key);
    this.failuresByAddress.takeBack(address);
    return account;
  }
}
