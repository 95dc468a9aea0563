import { LRUCache } from 'lru-cache';
import { networkOf } from '../network/address-range.js';
import type { AttemptKind } from './attempt-limits.js';
import type { AttemptsService } from './attempts.service.js';

const KNOWN_NETWORKS = 10_000;

/** An attempt and the keys that it counts against. */
interface NotedAttempt {
  network: string;
  counted: string;
  accountAtNetwork: string;
}

/** Throttles guesses at an account's secrets, by account and by network. */
export class AccountAttemptsService {
  /** Accounts with the networks from which they have signed in: guesses from elsewhere cause no wait there. */
  private readonly known = new LRUCache<string, true>({ max: KNOWN_NETWORKS });

  constructor(
    private readonly attempts: AttemptsService,
    private readonly ofAccount: AttemptKind,
    private readonly fromNetwork: AttemptKind,
  ) {}

  /**
   * Counts the attempt before it is checked, so that concurrent guesses count as well.
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

  /** For an attempt that was never checked. */
  async takeBack({ network, counted }: NotedAttempt): Promise<void> {
    await this.attempts.takeBack(this.fromNetwork, network);
    await this.attempts.takeBack(this.ofAccount, counted);
  }

  /** For a correct attempt. */
  async succeed({ network, counted, accountAtNetwork }: NotedAttempt): Promise<void> {
    await this.attempts.clear(this.ofAccount, counted);
    await this.attempts.takeBack(this.fromNetwork, network);
    this.known.set(accountAtNetwork, true);
  }
}
