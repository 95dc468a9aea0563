import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { AttemptThrottle } from '../common/access/attempt-throttle.js';
import { networkOf } from '../common/address-range.js';
import { Problem } from '../common/problems/problem.js';
import { Account } from './account.entity.js';
import { emailKey } from './email-key.js';
import { PasswordHasher } from './password-hasher.service.js';

const KNOWN_NETWORKS = 10_000;

/** The one place where passwords are compared, slowed down by account and by network. */
@Injectable()
export class Authenticator {
  private readonly failuresByAccount = new AttemptThrottle({ freeAttempts: 5, maximumWaitSeconds: 60 });
  private readonly failuresByNetwork = new AttemptThrottle({ freeAttempts: 20 });
  /** From where accounts have signed in: there, guesses from elsewhere make nobody wait. */
  private readonly known = new LRUCache<string, true>({ max: KNOWN_NETWORKS });

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
    const network = networkOf(address);
    const accountAtNetwork = `${key} ${network}`;
    const counted = this.known.has(accountAtNetwork) ? accountAtNetwork : key;
    this.failuresByNetwork.check(network);
    this.failuresByAccount.check(counted);
    // Noted before the password is checked, so that guesses at the same time count as well.
    this.failuresByNetwork.note(network);
    this.failuresByAccount.note(counted);
    const account = await this.compare(key, password).catch((error: unknown) => {
      this.failuresByNetwork.takeBack(network);
      this.failuresByAccount.takeBack(counted);
      throw error;
    });
    if (!account) throw new Problem('invalid_credentials', { headers: { 'www-authenticate': 'Session' } });
    this.failuresByAccount.clear(counted);
    this.failuresByNetwork.takeBack(network);
    this.known.set(accountAtNetwork, true);
    return account;
  }

  private async compare(key: string, password: string): Promise<Account | null> {
    const account = await this.entityManager.fork().findOne(Account, { emailKey: key, deletedAt: null });
    return (await this.passwordHasher.verify(password, account?.passwordHash)) ? account : null;
  }
}
