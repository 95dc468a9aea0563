import { EntityManager, type LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { MINUTE_MS } from '../../core/time/index.js';
import type { Account } from '../account.entity.js';
import { FactorChecksService } from '../factors/factor-checks.service.js';
import type { FactorType } from '../factors/factor.entity.js';
import type { PasskeyAssertion } from '../factors/passkeys/passkeys.service.js';
import type { Actor } from '../../core/http/index.js';
import { hashToken, newToken } from '../../core/secrets/index.js';
import { WaitingSignIn } from './waiting-sign-in.entity.js';

export const WAITING_MS = 10 * MINUTE_MS;
const MOST_FAILURES = 5;

/** An unfinished sign-in: the factors that it accepts, and the token that continues it. */
export interface FactorRequest {
  factors: FactorType[];
  /** The database has only its hash. */
  token: string;
}

/** Sign-ins between the first and the second factor. Each finishes once, and ends with its account's sessions. */
@Injectable()
export class WaitingSignInsService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly checks: FactorChecksService,
  ) {}

  /** Returns undefined if the account has no second factor. The caller has locked the account. */
  async begin(
    accountId: string,
    method: string,
    authenticatedAt: Date | null,
  ): Promise<FactorRequest | undefined> {
    const factors = await this.checks.typesOf(accountId);
    if (factors.length === 0) return undefined;
    const token = newToken();
    const now = new Date();
    await this.entityManager.insert(WaitingSignIn, {
      tokenHash: hashToken(token),
      accountId,
      method,
      authenticatedAt,
      failures: 0,
      createdAt: now,
    });
    return { factors, token };
  }

  /**
   * Returns null if the sign-in is over.
   * @param lockMode keeps the sign-in until the transaction ends
   */
  find(token: string, lockMode?: LockMode): Promise<WaitingSignIn | null> {
    const begunAfter = new Date(Date.now() - WAITING_MS);
    return this.entityManager.findOne(
      WaitingSignIn,
      { tokenHash: hashToken(token), createdAt: { $gt: begunAfter } },
      { lockMode, refresh: true },
    );
  }

  /**
   * Checks the second factor. A correct one ends the sign-in, and so does the fifth wrong one. The caller has locked
   * the account, and loaded the sign-in afterwards.
   * @returns the kind of factor; undefined for a wrong one
   */
  async pass(
    em: EntityManager,
    account: Account,
    waiting: WaitingSignIn,
    given: string | PasskeyAssertion | undefined,
    actor: Actor,
  ) {
    const factor = await this.checks.pass(em, account, given, actor);
    if (factor === undefined) waiting.failures += 1;
    if (factor !== undefined || waiting.failures >= MOST_FAILURES) em.remove(waiting);
    return factor;
  }
}
