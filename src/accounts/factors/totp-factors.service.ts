import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { typedSecret } from '../../core/common/index.js';
import { Configuration } from '../../core/config/index.js';
import { type Actor, Problem, newId, requireFreshSignIn } from '../../core/http/index.js';
import { SecretSealerService } from '../../core/secrets/index.js';
import { MINUTE_MS } from '../../core/time/index.js';
import type { Account } from '../account.entity.js';
import { AccountsService } from '../accounts.service.js';
import { FactorChecksService } from './factor-checks.service.js';
import { Factor } from './factor.entity.js';
import { type AddedFactor, FactorsService, missingFactor } from './factors.service.js';
import { newTotpSecret, totpUri } from './totp.js';

export const ENROLMENT_MS = 10 * MINUTE_MS;

/** Adds authenticator apps. */
@Injectable()
export class TotpFactorsService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly accounts: AccountsService,
    private readonly factors: FactorsService,
    private readonly checks: FactorChecksService,
    private readonly sealer: SecretSealerService,
    private readonly configuration: Configuration,
  ) {}

  /**
   * Creates a secret that becomes a factor with its first code. A new one replaces earlier unconfirmed ones.
   * @throws Problem fresh_sign_in_required, email_not_verified, and conflict if the account has the maximum number of
   * factors
   */
  async add(
    known: Account,
    name: string,
    actor: Actor,
  ): Promise<{ id: string; secret: string; uri: string; expiresAt: Date }> {
    requireFreshSignIn(actor);
    const secret = newTotpSecret();
    return this.entityManager.transactional(async (em) => {
      const account = await this.factors.lockToAdd(em, known);
      const now = new Date();
      await em.nativeDelete(Factor, { confirmedAt: null, account: account.id });
      const { id } = em.create(Factor, {
        id: newId('fac'),
        account,
        type: 'totp',
        name,
        secret: this.sealer.seal(secret),
        createdAt: now,
      });
      const { host } = new URL(this.configuration.publicUrl);
      const expiresAt = new Date(now.getTime() + ENROLMENT_MS);
      return { id, secret, uri: totpUri(secret, host, account.email), expiresAt };
    });
  }

  /** @throws Problem fresh_sign_in_required, not_found, and invalid_parameter for a wrong code */
  async confirm(known: Account, factorId: string, code: string, actor: Actor): Promise<AddedFactor> {
    requireFreshSignIn(actor);
    return this.entityManager.transactional(async (em) => {
      const account = await this.accounts.lockUnchanged(known);
      const begunAfter = new Date(Date.now() - ENROLMENT_MS);
      const factor = await em.findOne(
        Factor,
        { id: factorId, account: account.id, confirmedAt: null, createdAt: { $gt: begunAfter } },
        { refresh: true },
      );
      if (!factor) throw missingFactor(factorId);
      if (!this.checks.take(factor, typedSecret(code).trim())) throw wrongCode();
      return this.factors.begin(em, account, factor, actor);
    });
  }
}

function wrongCode(): Problem {
  return new Problem('invalid_parameter', {
    errors: [{ pointer: '/code', detail: 'The code is wrong. Enter the one that your app shows now.' }],
  });
}
