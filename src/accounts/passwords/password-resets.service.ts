import { createHash, randomBytes } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../../audit/audit-log.service.js';
import type { Actor } from '../../http/access/actor.types.js';
import { Problem } from '../../http/problems/problem.js';
import { Configuration } from '../../config/configuration.js';
import { AccountDependentsService } from '../account-dependents.service.js';
import { lockAccount } from '../locked-accounts.js';
import { PasswordHasherService } from './password-hasher.service.js';
import { PasswordReset } from './password-reset.entity.js';

const VALID_MS = 3_600_000;
const TOKEN_BYTES = 32;

/** One-time links for who has lost a password. */
@Injectable()
export class PasswordResetsService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly passwordHasher: PasswordHasherService,
    private readonly dependents: AccountDependentsService,
    private readonly auditLog: AuditLogService,
    private readonly configuration: Configuration,
  ) {}

  /** A link that is valid for an hour, once; earlier ones of the account end. Nothing else holds its token. */
  async create(accountId: string, actor: Actor): Promise<{ url: string; expiresAt: Date }> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const expiresAt = new Date(Date.now() + VALID_MS);
    await this.entityManager.transactional(async (em) => {
      await lockAccount(em, accountId);
      await em.upsert(PasswordReset, { accountId, tokenHash: hashToken(token), expiresAt });
      this.auditLog.record(em, {
        action: 'account.password_reset_requested',
        actor,
        accountId,
        targetId: accountId,
      });
    });
    return { url: `${this.configuration.publicUrl}/reset-password#token=${token}`, expiresAt };
  }

  /**
   * Sets the password and ends all sessions of the account.
   * @throws Problem invalid_parameter when the link is not one of ours, was used or has expired
   */
  async use(token: string, newPassword: string, actor: Actor): Promise<void> {
    const link = { tokenHash: hashToken(token), expiresAt: { $gt: new Date() } };
    // Hashing a password costs, and whoever has no link shall not cause it.
    if (!(await this.entityManager.findOne(PasswordReset, link))) throw invalidToken();
    const passwordHash = await this.passwordHasher.hash(newPassword);
    await this.entityManager.transactional(async (em) => {
      const reset = await em.findOne(PasswordReset, link);
      if (!reset) throw invalidToken();
      const account = await lockAccount(em, reset.accountId);
      // The account is locked first everywhere; of two that use the link at once, one deletes it.
      if ((await em.nativeDelete(PasswordReset, link)) === 0) throw invalidToken();
      account.passwordHash = passwordHash;
      account.updatedAt = new Date();
      await this.dependents.endSessions(em, account.id);
      this.auditLog.record(em, {
        action: 'account.password_reset',
        actor: { ...actor, accountId: account.id },
        accountId: account.id,
        targetId: account.id,
      });
    });
  }
}

function invalidToken(): Problem {
  return new Problem('invalid_parameter', {
    errors: [
      {
        pointer: '/token',
        detail: 'The link was already used, has expired or is invalid. Ask for a new one.',
      },
    ],
  });
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
