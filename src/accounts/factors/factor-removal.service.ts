import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AccountDependentsService } from '../account-dependents.service.js';
import type { Account } from '../account.entity.js';
import { AuditLogService } from '../../core/audit/index.js';
import type { Actor } from '../../core/http/index.js';
import { confirmedOf, Factor } from './factor.entity.js';
import { FactorNoticesService } from './factor-notices.service.js';
import { RecoveryCodes } from './recovery-codes.entity.js';

/** For people who have lost their second factors and recovery codes. */
@Injectable()
export class FactorRemovalService {
  constructor(
    private readonly dependents: AccountDependentsService,
    private readonly notices: FactorNoticesService,
    private readonly auditLog: AuditLogService,
  ) {}

  /**
   * Removes all second factors and ends all sessions. Without a factor, nothing changes. The caller has locked the
   * account.
   * @returns whether there was a factor
   */
  async removeAll(em: EntityManager, account: Account, actor: Actor): Promise<boolean> {
    const { id: accountId } = account;
    const factors = await em.find(Factor, confirmedOf(accountId));
    if (factors.length === 0) return false;
    for (const { id, type, name } of factors) {
      const details = { type, name };
      this.auditLog.record(em, { action: 'factor.removed', actor, accountId, targetId: id, details });
    }
    await em.nativeDelete(Factor, { account: accountId });
    await em.nativeDelete(RecoveryCodes, { accountId });
    await this.dependents.endSessions(em, account);
    await this.notices.queue(em, account, 'all_removed');
    return true;
  }
}
