import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../../core/audit/index.js';
import { Configuration } from '../../core/config/index.js';
import { type Actor, Problem, newId } from '../../core/http/index.js';
import { hashToken, newToken } from '../../core/secrets/index.js';
import { DAY_MS } from '../../core/time/index.js';
import type { Account } from '../account.entity.js';
import type { BegunSession } from './begun-session.types.js';
import { SignInPlacesService } from './places/sign-in-places.service.js';
import { Session } from './session.entity.js';
import { type FactorRequest, WaitingSignInsService } from './waiting-sign-ins.service.js';

const LONGEST_USER_AGENT = 500;

/** Begins sessions for our own sign-ins. Features can't inject it: `SessionsService.begin` is theirs. */
@Injectable()
export class NewSessionsService {
  constructor(
    private readonly places: SignInPlacesService,
    private readonly waiting: WaitingSignInsService,
    private readonly auditLog: AuditLogService,
    private readonly configuration: Configuration,
  ) {}

  /**
   * Begins a session, or asks for the second factor, in a transaction that has locked the account. All sign-ins with one
   * factor go through here, so that none bypasses the account's second factor.
   */
  async beginLocked(
    em: EntityManager,
    account: Account,
    method: string,
    actor: Actor,
    authenticatedAt: Date | null = new Date(),
  ): Promise<BegunSession | FactorRequest> {
    checkMaySignIn(account);
    const asked = await this.waiting.begin(account.id, method, authenticatedAt);
    return asked ?? this.create(em, account, { method }, actor, authenticatedAt);
  }

  /**
   * Begins a session without asking for a second factor. The caller has locked the account, and checked every factor that
   * it needs.
   */
  async create(
    em: EntityManager,
    account: Account,
    details: { method: string; factor?: string },
    actor: Actor,
    authenticatedAt: Date | null,
  ): Promise<BegunSession> {
    checkMaySignIn(account);
    const token = newToken();
    const now = new Date();
    const session = em.create(Session, {
      id: newId('ses'),
      account,
      tokenHash: hashToken(token),
      method: details.method,
      userAgent: actor.userAgent?.slice(0, LONGEST_USER_AGENT) ?? null,
      address: String(actor.address),
      authenticatedAt,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + this.configuration.sessionMaxDays * DAY_MS),
    });
    await this.places.note(em, session);
    this.auditLog.record(em, {
      action: 'session.created',
      actor: { ...actor, accountId: account.id },
      accountId: account.id,
      targetId: session.id,
      details,
    });
    return { session, token };
  }
}

function checkMaySignIn({ status, emailState }: Account): void {
  if (status === 'disabled') throw new Problem('account_disabled');
  if (emailState === 'required') throw new Problem('email_not_verified');
}
