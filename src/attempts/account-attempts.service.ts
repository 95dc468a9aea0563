import { LRUCache } from 'lru-cache';
import { networkOf } from '../common/address-range.js';
import type { AttemptKind } from './attempt-limits.js';
import type { AttemptsService } from './attempts.service.js';

const KNOWN_NETWORKS = 10_000;

/** One attempt, and where it counts. */
interface NotedAttempt {
  network: string;
  counted: string;
  accountAtNetwork: string;
}

/** Slows down guesses at what only an account's owner knows, by account and by network. */
export class AccountAttemptsService {
  /** From where accounts have signed in: there, guesses from elsewhere make nobody wait. */
  private readonly known = new LRUCache<string, true>({ max: KNOWN_NETWORKS });

  constructor(
    private readonly attempts: AttemptsService,
    private readonly ofAccount: AttemptKind,
    private readonly fromNetwork: AttemptKind,
  ) {}

  /**
   * Counts the attempt before it is looked at, so that guesses at the same time count as well.
   * @throws Problem too_many_attempts, sign_in_unavailable
   */
  async begin(account: string, address: string): Promise<NotedAttempt> {
    const network = networkOf(address);
    const accountAtNetwork = `${account} ${network}`;
    const counted = this.known.has(accountAtNetwork) ? accountAtNetwork : account;
    await this.attempts.attempt(this.fromNetwork, network);
    try {
      await this.attempts.attempt(this.ofAccount, counted);
    } catch (error) {
      await this.attempts.takeBack(this.fromNetwork, network);
      throw error;
    }
    return { network, counted, accountAtNetwork };
  }

  /** For one that was never looked at. */
  async takeBack({ network, counted }: NotedAttempt): Promise<void> {
    await this.attempts.takeBack(this.fromNetwork, network);
    await this.attempts.takeBack(this.ofAccount, counted);
  }

  /** For one that was right. */
  async succeed({ network, counted, accountAtNetwork }: NotedAttempt): Promise<void> {
    await this.attempts.clear(this.ofAccount, counted);
    await this.attempts.takeBack(this.fromNetwork, network);
    this.known.set(accountAtNetwork, true);
  }
}
