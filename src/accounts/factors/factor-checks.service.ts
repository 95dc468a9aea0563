import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Account } from '../account.entity.js';
import { typedSecret } from '../../core/common/index.js';
import { AuditLogService } from '../../core/audit/index.js';
import { SecretSealerService } from '../../core/secrets/index.js';
import type { Actor } from '../../core/http/index.js';
import { confirmedOf, Factor, type FactorType } from './factor.entity.js';
import { FactorNoticesService } from './factor-notices.service.js';
import { type PasskeyAssertion, PasskeysService } from './passkeys/passkeys.service.js';
import { RecoveryCodesService } from './recovery-codes.service.js';
import { stepOf } from './totp.js';

const TOTP_CODE = /^\d{3} ?\d{3}$/;

/** Checks what people provide as a second factor. */
@Injectable()
export class FactorChecksService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly recoveryCodes: RecoveryCodesService,
    private readonly passkeys: PasskeysService,
    private readonly sealer: SecretSealerService,
    private readonly notices: FactorNoticesService,
    private readonly auditLog: AuditLogService,
  ) {}

  /** Returns the types of the account's factors. Signing in to it requires one of them, if there are any. */
  async typesOf(accountId: string): Promise<FactorType[]> {
    const factors = await this.entityManager.find(Factor, confirmedOf(accountId));
    return [...new Set(factors.map(({ type }) => type))];
  }

  async has(accountId: string): Promise<boolean> {
    return (await this.among([accountId])).size > 0;
  }

  /** Returns those of the accounts that have a factor. */
  async among(accountIds: readonly string[]): Promise<Set<string>> {
    const factors = await this.entityManager.find(
      Factor,
      { account: { $in: [...accountIds] }, confirmedAt: { $ne: null } },
      { fields: ['account'], disableIdentityMap: true },
    );
    return new Set(factors.map(({ account }) => account.id));
  }

  /** Returns the account's passkeys, to be asked for. */
  passkeysOf(accountId: string): Promise<Factor[]> {
    return this.entityManager.find(Factor, { account: accountId, type: 'passkey' });
  }

  /** Returns the id of the account that the passkey belongs to. */
  async ownerOf(credentialId: string): Promise<string | undefined> {
    const factor = await this.entityManager.findOne(Factor, { credentialId });
    return factor?.account.id;
  }

  /** Accepts a code of the factor once. Of two concurrent uses, the one that locks the account second is refused. */
  take(factor: Factor, code: string): boolean {
    if (!TOTP_CODE.test(code) || !factor.secret) return false;
    const step = stepOf(this.sealer.open(factor.secret), code.replace(' ', ''));
    if (step === null || step <= (factor.lastStep ?? -1)) return false;
    Object.assign(factor, { lastStep: step, lastUsedAt: new Date() });
    return true;
  }

  /**
   * Accepts a code of one of the account's factors, a recovery code, or a response of one of its passkeys. The caller
   * has locked the account.
   * @returns the kind of factor; undefined for a wrong one
   */
  async pass(
    em: EntityManager,
    account: Account,
    given: string | PasskeyAssertion | undefined,
    actor: Actor,
  ): Promise<FactorType | 'recovery_code' | undefined> {
    const { id: accountId } = account;
    const factors = await em.find(Factor, confirmedOf(accountId), { refresh: true });
    const passed =
      typeof given === 'string'
        ? await this.passCode(factors, accountId, typedSecret(given).trim())
        : await this.passPasskey(factors, given);
    const event = { actor, accountId, targetId: accountId };
    if (passed === undefined) this.auditLog.record(em, { action: 'factor.failed', ...event });
    if (passed === 'recovery_code') {
      this.auditLog.record(em, { action: 'recovery_code.used', ...event });
      await this.notices.queue(em, account, 'recovery_code_used');
    }
    return passed;
  }

  private async passCode(
    factors: Factor[],
    accountId: string,
    code: string,
  ): Promise<'totp' | 'recovery_code' | undefined> {
    if (factors.some((factor) => this.take(factor, code))) return 'totp';
    const isUsed = !TOTP_CODE.test(code) && (await this.recoveryCodes.use(accountId, code));
    return isUsed ? 'recovery_code' : undefined;
  }

  private async passPasskey(
    factors: Factor[],
    answer: PasskeyAssertion | undefined,
  ): Promise<'passkey' | undefined> {
    const factor = factors.find(({ credentialId }) => credentialId && credentialId === answer?.response.id);
    return factor && answer && (await this.passkeys.verify(factor, answer)) ? 'passkey' : undefined;
  }
}
