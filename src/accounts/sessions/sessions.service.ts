import { EntityManager, type FilterQuery, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { HOUR_MS } from '../../core/time/index.js';
import { AccountDependentsService } from '../account-dependents.service.js';
import type { Account } from '../account.entity.js';
import { AccountsService } from '../accounts.service.js';
import { AuditLogService } from '../../core/audit/index.js';
import { type Actor, type Page, type PageQueryDto, Problem, readPage } from '../../core/http/index.js';
import { Configuration } from '../../core/config/index.js';
import type { BegunSession } from './begun-session.types.js';
import { NewSessionsService } from './new-sessions.service.js';
import { type SessionDto, toSessionDto } from './session.dto.js';
import { endSessions } from './end-sessions.js';
import { Session } from './session.entity.js';
import { hashToken } from '../../core/secrets/index.js';
import type { FactorRequest } from './waiting-sign-ins.service.js';

const LAST_SEEN_STEP_MS = 60_000;

/** Sessions: opaque random tokens that end when idle, at their maximum age, or when deleted. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly accounts: AccountsService,
    private readonly newSessions: NewSessionsService,
    private readonly auditLog: AuditLogService,
    private readonly configuration: Configuration,
    dependents: AccountDependentsService,
  ) {
    dependents.add({ endSessions, beginFactors: endSessions });
  }

  /**
   * Begins a session for a person who proved to be the account's owner; `setSessionCookie` gives it to the browser.
   * @param method how they proved it: the id of a sign-in method
   * @param authenticatedAt when they proved it; null if unknown, so that it doesn't count as a fresh sign-in
   * @throws Problem forbidden if the account has a second factor (`beginOrAsk` asks for it), account_disabled, or
   * unauthenticated if the account was deleted
   */
  async begin(
    account: Account,
    method: string,
    actor: Actor,
    authenticatedAt?: Date | null,
  ): Promise<BegunSession> {
    const begun = await this.beginOrAsk(account, method, actor, authenticatedAt);
    if ('session' in begun) return begun;
    throw new Problem('forbidden', {
      detail: "The account has a second factor, and this sign-in method doesn't support it.",
    });
  }

  /** Like `begin`, but returns the token for `POST /v1/sessions/factor` if the account has a second factor. */
  beginOrAsk(
    { id }: Account,
    method: string,
    actor: Actor,
    authenticatedAt: Date | null = new Date(),
  ): Promise<BegunSession | FactorRequest> {
    return this.entityManager.transactional(async (em) => {
      const account = await this.accounts.lock(id, LockMode.PESSIMISTIC_READ);
      if (!account) throw new Problem('unauthenticated', { headers: { 'www-authenticate': 'Session' } });
      return this.newSessions.beginLocked(em, account, method, actor, authenticatedAt);
    });
  }

  /** Returns the live session of a token, with its account loaded. */
  async find(token: string): Promise<Session | null> {
    const session = await this.entityManager.findOne(
      Session,
      { tokenHash: hashToken(token) },
      { populate: ['account'] },
    );
    const nowMs = Date.now();
    if (!session || session.account.status === 'disabled' || this.hasEnded(session, nowMs)) return null;
    if (session.organizationId !== undefined && session.account.role === 'admin') return null;
    if (nowMs - session.lastSeenAt.getTime() >= LAST_SEEN_STEP_MS) {
      session.lastSeenAt = new Date(nowMs);
      await this.entityManager.flush();
    }
    return session;
  }

  /** Lists the live sessions of an account. */
  list(accountId: string, page: PageQueryDto): Promise<Page<SessionDto>> {
    const find = ({ before, limit }: { before?: string; limit: number }) =>
      this.entityManager.find(
        Session,
        {
          account: accountId,
          ...(before !== undefined && { id: { $lt: before } }),
          $not: { $or: this.endedAt(new Date()) },
        },
        { orderBy: { id: 'desc' }, limit },
      );
    return readPage(page, 'ses', find, toSessionDto);
  }

  /** Returns whether the account had this session. */
  async end(accountId: string, sessionId: string, actor: Actor): Promise<boolean> {
    return this.entityManager.transactional(async (em) => {
      const ended = await em.nativeDelete(Session, { id: sessionId, account: accountId });
      if (ended === 0) return false;
      this.auditLog.record(em, { action: 'session.deleted', actor, accountId, targetId: sessionId });
      return true;
    });
  }

  /** Ends all sessions of the account except this one, and its sign-ins that wait for a second factor. */
  async endOthers(accountId: string, sessionId: string, actor: Actor): Promise<void> {
    await this.entityManager.transactional(async (em) => {
      const others = await em.find(Session, { account: accountId, id: { $ne: sessionId } });
      for (const { id } of others) {
        this.auditLog.record(em, { action: 'session.deleted', actor, accountId, targetId: id });
      }
      await endSessions(em, accountId, sessionId);
    });
  }

  /** Selects what has ended, by either. */
  endedAt(now: Date): FilterQuery<Session>[] {
    const idleSince = new Date(now.getTime() - this.configuration.sessionIdleHours * HOUR_MS);
    return [{ expiresAt: { $lte: now } }, { lastSeenAt: { $lte: idleSince } }];
  }

  private hasEnded(session: Session, nowMs: number): boolean {
    const idleMs = nowMs - session.lastSeenAt.getTime();
    return session.expiresAt.getTime() <= nowMs || idleMs >= this.configuration.sessionIdleHours * HOUR_MS;
  }
}
