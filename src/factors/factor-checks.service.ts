import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Account } from '../accounts/account.entity.js';
import { AuditLogService } from '../audit/audit-log.service.js';
import { SecretSealerService } from '../common/secrets/secret-sealer.service.js';
import type { Actor } from '../http/access/actor.types.js';
import { confirmedOf, Factor } from './factor.entity.js';
import { FactorNoticesService } from './factor-notices.service.js';
import type { FactorType } from './factor.types.js';
import { RecoveryCodesService } from './recovery-codes.service.js';
import { stepOf } from './totp.js';

const TOTP_CODE = /^\d{3} ?\d{3}$/;

/** Looks at what somebody gives as a second factor. */
@Injectable()
export class FactorChecksService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly recoveryCodes: RecoveryCodesService,
    private readonly sealer: SecretSealerService,
    private readonly notices: FactorNoticesService,
    private readonly auditLog: AuditLogService,
  ) {}

  /** Of which types the account has factors; whoever signs in to it has to give one. */
  async typesOf(accountId: string): Promise<FactorType[]> {
    const factors = await this.entityManager.find(Factor, confirmedOf(accountId));
    return [...new Set(factors.map(({ type }) => type))];
  }

  /** Takes a code of the factor, once: of two uses of it at once, whoever locks the account second is refused. */
  take(factor: Factor, code: string): boolean {
    if (!TOTP_CODE.test(code)) return false;
    const step = stepOf(this.sealer.open(factor.secret), code.replace(' ', ''));
    if (step === null || step <= (factor.lastStep ?? -1)) return false;
    Object.assign(factor, { lastStep: step, lastUsedAt: new Date() });
    return true;
  }

  /**
   * Takes a code of one of the account's factors, or a recovery code. The caller has locked the account.
   * @returns what it was; undefined for a wrong one
   */
  async pass(
    em: EntityManager,
    account: Account,
    given: string,
    actor: Actor,
  ): Promise<FactorType | 'recovery_code' | undefined> {
    const { id: accountId } = account;
    const code = given.trim();
    const factors = await em.find(Factor, confirmedOf(accountId), { refresh: true });
    const taken = factors.find((factor) => this.take(factor, code));
    if (taken) return taken.type;
    if (TOTP_CODE.test(code) || !(await this.recoveryCodes.use(accountId, code))) {
      this.auditLog.record(em, { action: 'factor.failed', actor, accountId, targetId: accountId });
      return undefined;
    }
    this.auditLog.record(em, { action: 'recovery_code.used', actor, accountId, targetId: accountId });
    await this.notices.queue(em, account, 'recovery_code_used');
    return 'recovery_code';
  }
}
