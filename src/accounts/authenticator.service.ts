import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { AttemptsService } from '../attempts/attempts.service.js';
import { networkOf } from '../common/address-range.js';
import { Problem } from '../http/problems/problem.js';
import { Account } from './account.entity.js';
import { emailKey } from './email-key.js';
import { PasswordHasherService } from './passwords/password-hasher.service.js';

const KNOWN_NETWORKS = 10_000;

/** The one place where passwords are compared, slowed down by account and by network. */
@Injectable()
export class AuthenticatorService {
  /** From where accounts have signed in: there, guesses from elsewhere make nobody wait. */
  private readonly known = new LRUCache<string, true>({ max: KNOWN_NETWORKS });

  constructor(
    private readonly entityManager: EntityManager,
    private readonly passwordHasher: PasswordHasherService,
    private readonly attempts: AttemptsService,
  ) {}

  /**
   * The account whose email address and password these are; a refusal takes as long when the address has no account.
   * @throws Problem invalid_credentials, too_many_attempts or sign_in_unavailable
   */
  async authenticate(email: string, password: string, address: string): Promise<Account> {
    const key = emailKey(email);
    const network = networkOf(address);
    const accountAtNetwork = `${key} ${network}`;
    const counted = this.known.has(accountAtNetwork) ? accountAtNetwork : key;
    await this.noteAttempt(counted, network);
    const account = await this.compare(key, password).catch(async (error: unknown) => {
      await this.attempts.takeBack('passwordFromNetwork', network);
      await this.attempts.takeBack('passwordOfAccount', counted);
      throw error;
    });
    if (!account) throw new Problem('invalid_credentials', { headers: { 'www-authenticate': 'Session' } });
    await this.attempts.clear('passwordOfAccount', counted);
    await this.attempts.takeBack('passwordFromNetwork', network);
    this.known.set(accountAtNetwork, true);
    return account;
  }

  /** Before the password is checked, so that guesses at the same time count as well. */
  private async noteAttempt(counted: string, network: string): Promise<void> {
    await this.attempts.attempt('passwordFromNetwork', network);
    try {
      await this.attempts.attempt('passwordOfAccount', counted);
    } catch (error) {
      await this.attempts.takeBack('passwordFromNetwork', network);
      throw error;
    }
  }

  private async compare(key: string, password: string): Promise<Account | null> {
    const account = await this.entityManager.findOne(Account, { emailKey: key, deletedAt: null });
    return (await this.passwordHasher.verify(password, account?.passwordHash)) ? account : null;
  }
}
