import { EntityManager, type LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Account } from '../accounts/account.entity.js';
import { FactorChecksService } from '../factors/factor-checks.service.js';
import type { FactorType } from '../factors/factor.types.js';
import type { PasskeyAssertion } from '../factors/passkeys/passkeys.service.js';
import type { Actor } from '../http/access/actor.types.js';
import { hashToken, newToken } from '../common/secrets/random-token.js';
import { WaitingSignIn } from './waiting-sign-in.entity.js';

const LIFETIME_MS = 10 * 60_000;
const MOST_FAILURES = 5;

/** A sign-in that is not finished: what is asked for, and the token by which it goes on. */
export interface FactorRequest {
  factors: FactorType[];
  /** The database has only its hash. */
  token: string;
}

/** Sign-ins between the first proof of who somebody is and the second. Each ends once, and with its account's sessions. */
@Injectable()
export class WaitingSignInsService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly checks: FactorChecksService,
  ) {}

  /** Undefined where the account has no second factor. The caller has locked the account. */
  async begin(
    accountId: string,
    method: string,
    authenticatedAt: Date | null,
  ): Promise<FactorRequest | undefined> {
    const factors = await this.checks.typesOf(accountId);
    if (factors.length === 0) return undefined;
    const token = newToken();
    const now = new Date();
    const expiredAt = new Date(now.getTime() - LIFETIME_MS);
    await this.entityManager.nativeDelete(WaitingSignIn, { createdAt: { $lte: expiredAt } });
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
   * Null for one that is over.
   * @param lockMode with which it stays until the transaction ends
   */
  find(token: string, lockMode?: LockMode): Promise<WaitingSignIn | null> {
    const begunAfter = new Date(Date.now() - LIFETIME_MS);
    return this.entityManager.findOne(
      WaitingSignIn,
      { tokenHash: hashToken(token), createdAt: { $gt: begunAfter } },
      { lockMode, refresh: true },
    );
  }

  /**
   * Takes the second factor. The sign-in is over with a right one, and with the fifth wrong one. The caller has locked the
   * account, and found the sign-in after that.
   * @returns what the factor was; undefined for a wrong one
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
