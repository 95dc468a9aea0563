import { networkOf } from '../network/address-range.js';
import type { AttemptKind } from './attempt-limits.js';
import type { AttemptsService } from './attempts.service.js';

/** An attempt and the keys that it counts against. */
interface NotedAttempt {
  network: string;
  counted: string;
  accountAtNetwork: string;
}

/** Remembers the networks from which accounts have signed in, each under the account and the network. */
export interface KnownNetworks {
  has(accountAtNetwork: string): Promise<boolean>;
  add(accountId: string, accountAtNetwork: string): Promise<void>;
}

/** Throttles guesses at an account's secrets, by account and by network. */
export class AccountAttemptsService {
  constructor(
    private readonly attempts: AttemptsService,
    /** Guesses from elsewhere cause no wait there. */
    private readonly known: KnownNetworks,
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
    await this.attempts.attempt(this.fromNetwork, network);
    let counted = account;
    try {
      if (await this.known.has(`${this.ofAccount} ${accountAtNetwork}`)) counted = accountAtNetwork;
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
  async succeed({ network, counted, accountAtNetwork }: NotedAttempt, accountId: string): Promise<void> {
    await this.attempts.clear(this.ofAccount, counted);
    await this.attempts.takeBack(this.fromNetwork, network);
    await this.known.add(accountId, `${this.ofAccount} ${accountAtNetwork}`);
  }
}
